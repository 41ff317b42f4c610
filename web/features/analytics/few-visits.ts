/** With fewer visits of a profile most panels would be empty, and a best hour an accident. */
export const PANELS_VISITS_MIN = 20
