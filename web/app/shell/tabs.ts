import { ChartNoAxesCombined, IdCard, Palette, PenLine, type LucideIcon } from 'lucide-react'
import { APPEARANCE, EDITOR, FIRST_TAB, MY_PROFILES, OWN_ACCOUNT } from './tab-ids.ts'

export interface Tab {
  readonly id: string
  readonly name: string
  /** Where there is little room. */
  readonly shortName: string
  readonly icon: LucideIcon
}

export const TABS: readonly Tab[] = [
  { id: MY_PROFILES, name: 'Mis Perfiles', shortName: 'Perfiles', icon: IdCard },
  { id: EDITOR, name: 'Editar Perfil', shortName: 'Editar', icon: PenLine },
  { id: FIRST_TAB, name: 'Analíticas', shortName: 'Analíticas', icon: ChartNoAxesCombined },
  { id: APPEARANCE, name: 'Apariencia', shortName: 'Apariencia', icon: Palette },
]

const KNOWN: readonly string[] = [...TABS.map(({ id }) => id), OWN_ACCOUNT]

/** @param otherwise where the address names none that exists */
export function tabOf(search: string, otherwise = FIRST_TAB): string {
  const named = new URLSearchParams(search).get('tab')
  return named !== null && KNOWN.includes(named) ? named : otherwise
}

export function tabAddress(search: string, tab: string, profileId?: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  if (profileId !== undefined) params.set('profile', profileId)
  return `?${params}`
}
