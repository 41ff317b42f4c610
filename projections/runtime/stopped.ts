/** The runner must not go on; the text says what to do. */
export class ProjectionStopped extends Error {}
