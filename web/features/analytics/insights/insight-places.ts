import type { INSIGHT_ICONS } from '@app/contracts/api/insight-calls.ts'

interface Place {
  /** Tab of the dashboard. */
  readonly tab: 'profile' | 'profiles'
  readonly text: string
}

const LINKS: Place = { tab: 'profile', text: 'Revisar mis enlaces' }
const PROFILE: Place = { tab: 'profile', text: 'Editar mi perfil' }
const SHARE: Place = { tab: 'profiles', text: 'Compartir mi perfil' }

/** Address of an insight's action. */
export const PLACES: Record<(typeof INSIGHT_ICONS)[number], Place> = {
  'trending-up': SHARE,
  'trending-down': SHARE,
  'calendar-days': SHARE,
  clock: SHARE,
  zap: SHARE,
  award: LINKS,
  unlink: LINKS,
  'mouse-pointer-click': PROFILE,
  'circle-plus': { tab: 'profile', text: 'Agregar el enlace' },
}
