export const READ_MODELS = [
  'accounts',
  'profiles',
  'visitors',
  'subscriptions',
  'quotations',
  'traffic',
] as const
export type ReadModel = (typeof READ_MODELS)[number]
