export const READ_MODELS = [
  'accounts',
  'profiles',
  'visitors',
  'subscriptions',
  'quotations',
  'codes',
  'traffic',
  'history',
  'people',
  'requests',
] as const
export type ReadModel = (typeof READ_MODELS)[number]
