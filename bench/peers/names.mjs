/** What can be asked for by name, apart from what it takes to do it: every measurement loads these. */
export const PEER_NAMES = ['claude-code', 'codex', 'gemini-cli', 'qwen-code', 'copilot-cli'];
export const PLAY_NAMES = ['calls', 'hooks1', 'hooks10', 'sleeps', 'answer', 'resume', 'screen'];
