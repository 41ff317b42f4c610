/** Resolves when an answer may go out whose time must not show whether a mail was queued. */
export type AnswerPause = () => Promise<unknown>

/** Longer than a mail takes to be queued. */
const ANSWER_AFTER_MS = 300

export const createAnswerTime =
  (pause: (ms: number) => Promise<unknown>): AnswerPause =>
  () =>
    pause(ANSWER_AFTER_MS)
