import { ChartNoAxesCombined, type LucideIcon } from 'lucide-react'

export interface Tab {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
}

export const TABS: readonly Tab[] = [{ id: 'analytics', name: 'Analíticas', icon: ChartNoAxesCombined }]

export function tabAddress(search: string, tab: string): string {
  const params = new URLSearchParams(search)
  params.set('tab', tab)
  return `?${params}`
}
