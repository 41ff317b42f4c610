export const READ_MODELS = ['accounts', 'profiles', 'visitors', 'traffic'] as const
export type ReadModel = (typeof READ_MODELS)[number]
