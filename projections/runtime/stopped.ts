/** The runner must not continue; the text is the operator's next step. */
export class ProjectionStopped extends Error {}
