package dev.deft.engine;

import dev.deft.agent.schedule.JobAgent;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.schedule.Schedule;
import dev.deft.agent.schedule.ScheduledJob;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.policy.Policy;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes jobs with at most the rights of their maker.
///
/// @param session that makes them; empty for a person
record JobMaker(InstantSource clock, JobAgent agent, Optional<String> session) {

    /// The dialect whose jobs run in the session that made them.
    private static final String WAKING = "inventory";

    /// The dialect whose schedules follow the zone of the machine.
    private static final String LOCAL = "aegis";

    private static final int ID_LENGTH = 6;

    /// Letters and digits that cannot be mistaken for each other.
    private static final String ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    /// For a person who makes a job for an agent.
    static JobMaker ofPerson(EngineParts engine, Path root, AgentSpec agent) throws IOException {
        AgentSpec.Grants grants = agent.grants();
        Policy policy =
                grants.policy().rules().isPresent() && grants.further().isEmpty()
                        ? grants.policy()
                        : DefaultAgent.completed(
                                grants.policy(), grants.further(), engine.tools().list());
        List<Rule> project = ProjectRules.of(engine.user().data(), root).list();
        return new JobMaker(engine.clock(), agent(agent, policy, project), Optional.empty());
    }

    /// For a session.
    static JobMaker ofSession(
            EngineParts engine, AgentSpec agent, Permissions permissions, String session) {
        List<Rule> project = new ArrayList<>();
        List<Rule> others = new ArrayList<>();
        for (Rule rule : permissions.rules().list()) {
            (rule.scope() == Scope.PROJECT ? project : others).add(rule);
        }
        Policy policy = permissions.policy().withRules(others);
        return new JobMaker(engine.clock(), agent(agent, policy, project), Optional.of(session));
    }

    private static JobAgent agent(AgentSpec agent, Policy policy, List<Rule> project) {
        AgentSpec.Toolset toolset = agent.toolset();
        return new JobAgent(
                agent.name(),
                toolset.dialect(),
                toolset.collection(),
                toolset.ids().map(it -> it.stream().sorted().toList()),
                agent.grants().roots(),
                policy,
                project);
    }

    /// @throws IllegalArgumentException if the request is wrong
    ScheduledJob make(Jobs.Request request) {
        return job(
                request.id().orElseGet(JobMaker::id),
                Schedule.parse(request.schedule(), request.zone().orElseGet(() -> zone().getId())),
                request.prompt());
    }

    /// A job of somebody else, with the rights of this maker.
    ScheduledJob adopted(ScheduledJob foreign) {
        return job(foreign.id(), foreign.schedule(), foreign.prompt());
    }

    private ScheduledJob job(String id, Schedule schedule, String prompt) {
        return new ScheduledJob(id, schedule, prompt, session, wakes(), clock.instant(), agent);
    }

    private boolean wakes() {
        return session.isPresent() && agent.dialect().equals(WAKING);
    }

    private ZoneId zone() {
        return agent.dialect().equals(LOCAL) ? ZoneId.systemDefault() : ZoneId.of("UTC");
    }

    private static String id() {
        var random = new SecureRandom();
        var id = new StringBuilder();
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return id.toString();
    }
}
