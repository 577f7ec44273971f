package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about schedules.
public final class SchedulesApi {
    private final ApiConnection connection;

    SchedulesApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The scheduled jobs.
    ///
    /// @param workspace its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<SchedulesData.ScheduleView> listSchedules(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/schedules",
                query,
                SchedulesData.ScheduleView.class);
    }

    /// Adds a job.
    ///
    /// @param workspace its id or name
    /// @param body what is sent
    public SchedulesData.ScheduleView addSchedule(
            String workspace, SchedulesData.ScheduleOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/schedules",
                        Query.NONE,
                        Optional.of(body),
                        true),
                SchedulesData.ScheduleView.class);
    }

    /// The latest runs, the last first.
    ///
    /// @param workspace its id or name
    /// @param query any of `job`, `limit`, `cursor`
    public Stream<SchedulesData.ScheduleRunView> listScheduleRuns(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/schedules/runs",
                query,
                SchedulesData.ScheduleRunView.class);
    }

    /// Removes a job.
    ///
    /// @param workspace its id or name
    /// @param schedule its id or name
    public void removeSchedule(String workspace, String schedule)
            throws IOException, InterruptedException {
        String _ =
                connection.text(
                        new ApiConnection.Order(
                                "DELETE",
                                "/v1/workspaces/"
                                        + Query.encoded(workspace)
                                        + "/schedules/"
                                        + Query.encoded(schedule),
                                Query.NONE,
                                Optional.empty(),
                                true));
    }

    /// Makes a job that came with the workspace one's own.
    ///
    /// @param workspace its id or name
    /// @param schedule its id or name
    public SchedulesData.ScheduleView adoptSchedule(String workspace, String schedule)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/schedules/"
                                + Query.encoded(schedule)
                                + "/adopt",
                        Query.NONE,
                        Optional.empty(),
                        true),
                SchedulesData.ScheduleView.class);
    }
}
