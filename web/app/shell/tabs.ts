import { ChartNoAxesCombined, History, IdCard, Palette, PenLine, type LucideIcon } from 'lucide-react'
import { APPEARANCE, EDITOR, FIRST_TAB, HISTORY, MY_PROFILES, withoutVersion } from './tab-ids.ts'

export interface Tab {
  readonly id: string
  readonly name: string
  /** For narrow screens. */
  readonly shortName: string
  readonly icon: LucideIcon
  /** On narrow screens it stands under `Más`. */
  readonly isUnderMore?: true
}

export const TABS: readonly Tab[] = [
  { id: MY_PROFILES, name: 'Mis Perfiles', shortName: 'Perfiles', icon: IdCard },
  { id: EDITOR, name: 'Editar Perfil', shortName: 'Editar', icon: PenLine },
  { id: FIRST_TAB, name: 'Analíticas', shortName: 'Analíticas', icon: ChartNoAxesCombined },
  { id: APPEARANCE, name: 'Apariencia', shortName: 'Apariencia', icon: Palette },
  { id: HISTORY, name: 'Historial', shortName: 'Historial', icon: History, isUnderMore: true },
]

/** Within the dashboard; keeps the other parameters of its address. */
export function tabAddress(search: string, tab: string, profileId?: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  if (profileId !== undefined) {
    withoutVersion(params)
    params.set('profile', profileId)
  }
  return `/dashboard?${params}`
}
