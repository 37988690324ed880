import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { packages, sourcesOf } from './sources.ts';

/**
 * What a deadline does when the machine is too busy to meet it. None of these lets something pass in silence:
 *
 * - `matches`: counts as a match, so the guard runs
 * - `refuses`: the answer is no, or nothing happens
 * - `fails`: a failure that is reported; `onError` of a hook decides whether it blocks
 * - `looks`: looks again, at the cost of time
 * - `tells less`: text for the model or the user is shorter; nothing is decided by it
 * - `ends`: ends a program that has been told to end
 * - `paces`: how often, how soon or for how long; nothing is decided by it
 */
type Late = 'matches' | 'refuses' | 'fails' | 'looks' | 'tells less' | 'ends' | 'paces';

const DEADLINES: Record<string, readonly [Late, string]> = {
  'agent-sdk/src/agent-hooks/approval.ts': ['refuses', 'an approval that did not come'],
  'agent-sdk/src/agent-hooks/interception.ts': ['refuses', 'an interceptor without an answer'],
  'agent-sdk/src/files/listings.ts': ['looks', 'a directory changed that recently is read again'],
  'agent-sdk/src/hooks/session-moments.ts': ['fails', 'SessionEnd hooks, which cannot block'],
  'agent-sdk/src/mcp/config/mcp-limits.ts': ['fails', 'a server without its tools; pauses'],
  'agent-sdk/src/mcp/connection/connection.ts': ['fails', 'the connection'],
  'agent-sdk/src/mcp/connection/http-line.ts': ['ends', 'a goodbye to a server'],
  'agent-sdk/src/mcp/connection/request-clock.ts': ['fails', 'a request to a server'],
  'agent-sdk/src/mcp/connection/stdio-line.ts': ['ends', 'a server that was told to end'],
  'agent-sdk/src/mcp/login/file-store.ts': ['fails', 'a login that cannot be kept'],
  'agent-sdk/src/mcp/login/keychain.ts': ['fails', 'a login that cannot be read'],
  'agent-sdk/src/mcp/login/login.ts': ['refuses', 'a login that you did not finish'],
  'agent-sdk/src/mcp/server/progress-text.ts': ['paces', 'progress on the screen'],
  'agent-sdk/src/mcp/web/login-fetch.ts': ['fails', 'a login server that does not answer'],
  'agent-sdk/src/model/provider/get-json.ts': ['tells less', 'what a server says about its models'],
  'agent-sdk/src/model/provider/key-command.ts': [
    'refuses',
    'a key that its command does not print',
  ],
  'agent-sdk/src/model/reachable.ts': ['tells less', 'which local servers are there'],
  'agent-sdk/src/model/provider/dry-answer.ts': ['fails', 'a model that does not answer'],
  'agent-sdk/src/model/provider/provider.ts': ['fails', 'a model that fell silent'],
  'agent-sdk/src/model/send/send.ts': ['fails', 'a provider that cannot be reached'],
  'agent-sdk/src/model/stream-of.ts': ['ends', 'an answer after an interrupt'],
  'agent-sdk/src/open/around/around.ts': ['tells less', 'files of the project, for the model'],
  'agent-sdk/src/open/around/git-state.ts': ['tells less', 'the state of git, for the model'],
  'agent-sdk/src/open/assemble.ts': ['tells less', 'the first request goes without the above'],
  'agent-sdk/src/open/explain.ts': ['looks', 'what `explain` read is read again'],
  'agent-sdk/src/open/options/check-options.ts': ['paces', 'the largest value of an option'],
  'agent-sdk/src/sandbox/proxy.ts': ['refuses', 'a connection out of the sandbox'],
  'agent-sdk/src/telemetry/clock.ts': ['looks', 'a clock that was set is read again'],
  'agent-sdk/src/tools/files/pdf.ts': ['fails', 'a PDF that takes too long to read'],
  'agent-sdk/src/tools/search/glob.ts': ['fails', 'a search'],
  'agent-sdk/src/tools/search/grep.ts': ['fails', 'a search'],
  'agent-sdk/src/tools/shell/background-shell.ts': ['paces', 'looks at background shells'],
  'agent-sdk/src/tools/shell/bash.ts': ['fails', 'a command without a time-out of its own'],
  'agent-sdk/src/tools/shell/left-running.ts': ['tells less', 'what a command left running'],
  'agent-sdk/src/tools/web/page-cache.ts': ['looks', 'an old page is fetched again'],
  'agent-sdk/src/turn/calls/run-tool.ts': ['ends', 'a tool after an interrupt'],
  'agent-sdk/src/undo/spans.ts': ['paces', 'how long taking a copy may hold up the rest'],
  'agent-sdk/src/undo/tree/tree-state.ts': ['paces', 'old copies are deleted'],
  'agent-sdk/src/undo/tree/entry.ts': ['looks', 'a file changed that recently is read again'],
  'ccc/src/commands/claude-check.ts': ['tells less', 'a check of `ccc doctor`'],
  'ccc/src/commands/settings.ts': ['paces', 'the time-out that is written into entries'],
  'ccc/src/config/fields.ts': ['refuses', 'a setting out of its range'],
  'ccc/src/cli/stdin.ts': ['refuses', 'an event that did not come whole exits 2, which blocks'],
  'ccc/src/evidence/diff.ts': ['tells less', 'the reviewer reads that the diff is missing'],
  'ccc/src/hook/host.ts': ['paces', 'looks whether the host is still there'],
  'ccc/src/hook/supervise.ts': ['fails', 'a review, reported as one that did not take place'],
  'ccc/src/reviewer/contained.ts': ['ends', 'a reviewer that has answered'],
  'ccc/src/state/session.ts': ['fails', 'a lock; the count of reviews never falls by it'],
  'code/src/acp/wire/asking.ts': ['refuses', 'an editor that does not answer'],
  'code/src/agent/close/close-session.ts': ['paces', 'says what it waits for'],
  'code/src/agent/print/session.ts': ['fails', 'servers that are not up are named'],
  'code/src/cli/command.ts': ['tells less', 'a prompt goes without stdin, and says so'],
  'code/src/cli/signals.ts': ['ends', 'a second signal that soon is the same one'],
  'code/src/guard/notes/unheard.ts': ['paces', 'old notes are deleted'],
  'code/src/guard/trial/run.ts': ['ends', 'an agent on trial: nothing is proven'],
  'code/src/guard/resident/manage.ts': ['tells less', 'a resident that does not answer'],
  'code/src/guard/resident/serve.ts': ['ends', 'a resident that nobody asks'],
  'code/src/guard/resident/server.ts': ['paces', 'beats, so that no caller gives up'],
  'code/src/guard/table/entries.ts': ['paces', 'the time-out that is written into entries'],
  'code/src/hooks/import/convert/convert-entry.ts': ['paces', 'a default that is written out'],
  'code/src/hooks/import/peers/rules.ts': ['refuses', 'a time-out out of its range'],
  'code/src/hooks/init/stale-builds.ts': ['tells less', 'a hint about builds'],
  'code/src/hooks/log/log-follow.ts': ['paces', 'looks at the log'],
  'code/src/hooks/scenario/watch.ts': ['paces', 'runs scenarios again after a change'],
  'code/src/models/models.ts': ['tells less', 'which models a server has'],
  'code/src/screen/control/idle.ts': ['paces', 'a notification'],
  'code/src/screen/control/news.ts': ['paces', 'a notification'],
  'code/src/screen/machine/clipboard.ts': ['fails', 'a paste'],
  'code/src/screen/machine/project-files.ts': ['looks', 'names offered after @'],
  'code/src/screen/machine/status-program.ts': ['tells less', 'your own status line'],
  'code/src/screen/open-screen.tsx': ['paces', 'looks at the window'],
  'code/src/screen/plain/progress.ts': ['paces', 'progress on the screen'],
  'code/src/screen/plain/run-plain.ts': ['refuses', 'a second Ctrl-C counts as the first'],
  'code/src/screen/start/ask-terminal.ts': ['tells less', 'a terminal of unknown abilities'],
  'code/src/screen/start/memory.ts': ['paces', 'looks at memory'],
  'code/src/screen/state/store.ts': ['paces', 'frames'],
  'code/src/screen/terminal/pastes.ts': ['refuses', 'Esc and a letter: Esc closes a dialog first'],
  'code/src/screen/view/app.tsx': ['refuses', 'a second Ctrl-C counts as the first'],
  'code/src/screen/view/status.tsx': ['paces', 'runs your status program'],
  'code/src/screen/view/parts/awake.ts': ['refuses', 'a key that soon is no answer'],
  'code/src/screen/view/parts/held.ts': ['refuses', 'a question that waits for a pause'],
  'code/src/screen/view/parts/selection.ts': ['refuses', 'letters of a word are no answer'],
  'code/src/telemetry/keep-spans.ts': ['paces', 'spans are sent again'],
  'code/src/telemetry/otel.ts': ['fails', 'spans and metrics that are not delivered'],
  'code/src/telemetry/senders.ts': ['fails', 'spans and metrics that are not delivered'],
  'code/src/trace/build/place.ts': ['tells less', 'where a span is drawn'],
  'code/src/trace/serve-trace.ts': ['paces', 'looks at the log'],
  'hooks/src/checking/entry-fields.ts': ['fails', 'a hook without a time-out of its own'],
  'hooks/src/entries/match.ts': ['matches', 'processor time, not the wall clock'],
  'hooks/src/handlers/patience.ts': ['fails', 'a hook that no process was left for'],
  'hooks/src/handlers/shell-fields.ts': ['refuses', 'a time-out out of its range'],
  'hooks/src/handlers/worker.ts': ['ends', 'a worker that nobody asks'],
  'hooks/src/pins/pin.ts': ['looks', 'a file changed that recently is compared by content'],
  'hooks/src/worker/child.ts': ['ends', 'a worker that was told to end'],
  'hooks/src/worker/silence.ts': ['fails', 'a worker that is stuck is started again'],
  'hooks/src/worker/workers.ts': [
    'fails',
    'a worker that keeps ending; the pause before a new one',
  ],
  'process/src/files/lock.ts': ['fails', 'a lock; files are replaced whole, so none is torn'],
  'process/src/kin/group.ts': ['ends', 'KILL after TERM'],
  'process/src/kin/kin.ts': ['ends', 'KILL after TERM'],
  'process/src/kin/table.ts': ['fails', 'a process table that cannot be read'],
  'process/src/launcher/launcher.ts': ['looks', 'programs are started without the launcher'],
  'process/src/launcher/link.ts': ['ends', 'a launcher that was told to end'],
  'process/src/launcher/rest.ts': ['fails', 'output that did not arrive fails the run'],
  'process/src/launcher/serve.ts': ['paces', 'when a start is reported'],
  'process/src/launcher/spare.ts': ['paces', 'when spare shells are started'],
  'process/src/launcher/watch.ts': ['looks', 'what arrived meanwhile is read first'],
  'process/src/running/companion.ts': ['ends', 'a program that was told to end'],
  'process/src/running/drain.ts': ['looks', 'steps, not the wall clock'],
  'process/src/running/follow.ts': ['paces', 'output on the screen'],
  'process/src/running/shell-variables.ts': ['fails', "a hook's CLAUDE_ENV_FILE"],
  'process/src/sandbox/available.ts': ['refuses', 'no sandbox: commands ask, or do not run'],
  'process/src/sandbox/holds.ts': ['paces', 'when placeholders are removed'],
  'process/src/wire/mail.ts': ['paces', 'when messages are sent'],
  'settings/src/inspect/doctor.ts': ['tells less', 'a hint about slow hooks'],
  'settings/src/inspect/timeout-hint.ts': ['refuses', 'a time-out out of its range'],
  'settings/src/log/rotate.ts': ['fails', 'a log that grows beyond its size'],
};

const NUMBER = /const [A-Z_]*(_MS|_S|_SECONDS)\b[^=\n]*= *[\d[A-Z]/;

test('every deadline says what happens when it is missed', () => {
  const found = readdirSync(packages)
    .flatMap(sourcesOf)
    .filter((file) => NUMBER.test(readFileSync(file, 'utf8')))
    .map((file) => relative(packages, file));
  expect(Object.keys(DEADLINES).toSorted()).toEqual(found.toSorted());
});
