import { ChartNoAxesCombined, type LucideIcon } from 'lucide-react'

export interface Tab {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
}

/** The tabs that are built; what is not built is absent. */
export const TABS: readonly Tab[] = [{ id: 'analytics', name: 'Analíticas', icon: ChartNoAxesCombined }]

/** The address of a tab, with the profile and range that are chosen. */
export function tabAddress(search: string, tab: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  return `?${params}`
}
