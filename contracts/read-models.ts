/** What the product keeps of the log to be asked: a projection each, in projections/. */
export const READ_MODELS = ['accounts', 'profiles', 'visitors', 'traffic'] as const
export type ReadModel = (typeof READ_MODELS)[number]
