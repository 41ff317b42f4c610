export const READ_MODELS = [
  'accounts',
  'profiles',
  'visitors',
  'subscriptions',
  'quotations',
  'codes',
  'traffic',
  'history',
  'requests',
] as const
export type ReadModel = (typeof READ_MODELS)[number]

/** What people read. */
const TITLES: Readonly<Record<ReadModel, string>> = {
  accounts: 'Usuarios',
  profiles: 'Perfiles',
  visitors: 'Visitantes identificados',
  subscriptions: 'Recordatorios',
  quotations: 'Cotizaciones',
  codes: 'Códigos de activación',
  traffic: 'Visitas y cifras',
  history: 'Historial',
  requests: 'Solicitudes',
}

/** The name itself where this program does not know it. */
export const titleOfReadModel = (name: string): string => TITLES[name as ReadModel] ?? name
