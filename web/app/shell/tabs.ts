import { ChartNoAxesCombined, IdCard, Palette, PenLine, type LucideIcon } from 'lucide-react'
import { APPEARANCE, EDITOR, FIRST_TAB, MY_PROFILES } from './tab-ids.ts'

export interface Tab {
  readonly id: string
  readonly name: string
  /** For narrow screens. */
  readonly shortName: string
  readonly icon: LucideIcon
}

export const TABS: readonly Tab[] = [
  { id: MY_PROFILES, name: 'Mis Perfiles', shortName: 'Perfiles', icon: IdCard },
  { id: EDITOR, name: 'Editar Perfil', shortName: 'Editar', icon: PenLine },
  { id: FIRST_TAB, name: 'Analíticas', shortName: 'Analíticas', icon: ChartNoAxesCombined },
  { id: APPEARANCE, name: 'Apariencia', shortName: 'Apariencia', icon: Palette },
]

/** Within the dashboard; keeps the other parameters of its address. */
export function tabAddress(search: string, tab: string, profileId?: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  if (profileId !== undefined) params.set('profile', profileId)
  return `/dashboard?${params}`
}
