package dev.deft.client;

import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about schedules.
public final class SchedulesData {
    private SchedulesData() {}

    /// `ScheduleOrder` of the API.
    ///
    /// @param id Letters, digits, - and _; generated if it is left out
    /// @param cron Such as `30 9 * * mon-fri` or `@daily`
    /// @param zone Such as `Europe/Berlin`; UTC if it is left out
    /// @param prompt What the agent is told
    /// @param agent The agent whose rights its runs have; the configured one if it is left out
    public record ScheduleOrder(
            Optional<String> id,
            String cron,
            Optional<String> zone,
            String prompt,
            Optional<String> agent) {

        /// Without what may be left out.
        public ScheduleOrder(String cron, String prompt) {
            this(Optional.empty(), cron, Optional.empty(), prompt, Optional.empty());
        }

        /// The same with `id`.
        public ScheduleOrder withId(String value) {
            return new ScheduleOrder(Optional.of(value), cron, zone, prompt, agent);
        }

        /// The same with `zone`.
        public ScheduleOrder withZone(String value) {
            return new ScheduleOrder(id, cron, Optional.of(value), prompt, agent);
        }

        /// The same with `agent`.
        public ScheduleOrder withAgent(String value) {
            return new ScheduleOrder(id, cron, zone, prompt, Optional.of(value));
        }
    }

    /// `ScheduleRunView` of the API.
    ///
    /// @param run Identifies the run
    /// @param job The id of the job
    /// @param due When it was due
    /// @param at When this was recorded
    /// @param session The session in which it ran; may be empty
    /// @param status `running`, `done`, `failed`, `skipped` or `interrupted`
    /// @param text One line for people
    public record ScheduleRunView(
            String run,
            String job,
            String due,
            String at,
            String session,
            String status,
            String text) {}

    /// `ScheduleView` of the API.
    ///
    /// @param status `own`; `foreign` if it came with the workspace and does not run; `damaged`
    /// @param schedule The cron expression, such as `30 9 * * mon-fri`
    /// @param zone Its time zone, such as `Europe/Berlin`
    /// @param next When it runs next; absent if it does not run
    /// @param prompt What the agent is told
    /// @param session The session that made it; absent if a person did
    /// @param problem Why it is damaged
    public record ScheduleView(
            String id,
            String status,
            Optional<String> schedule,
            Optional<String> zone,
            Optional<String> next,
            Optional<String> prompt,
            Optional<String> session,
            Optional<String> madeAt,
            Optional<String> problem) {}
}
