import type { Life, LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { antonia } from './fixtures.ts'

export const lifeEventOf = (position: number, more: Partial<LifeEvent> = {}): LifeEvent => ({
  position: String(position),
  at: '2026-11-20T17:05:31.000Z',
  type: 'ProfileEdited',
  count: 1,
  sentence: [{ as: 'text', text: `Cambio ${position}` }],
  version: null,
  changed: [],
  traffic: null,
  added: {},
  ...more,
})

const CLICK = {
  kind: 'click',
  network: 'whatsapp',
  source: 'nfc',
  device: 'android',
  visitor: 12,
  reason: null,
} as const

/** Its first event creates it, its tenth is an edit, all others are clicks. */
export const lifeOf = (total: number): Life => ({
  entity: { kind: 'profile', id: antonia.id, label: antonia.slug, slug: antonia.slug },
  skipped: 0,
  before: {},
  version_before: null,
  events: Array.from({ length: total }, (_, at) => {
    const position = at + 1
    if (position === 1 || position === 10)
      return lifeEventOf(position, { version: position === 1 ? 1 : 2, changed: ['Cargo'] })
    return lifeEventOf(position, {
      type: 'LinkClicked',
      sentence: [],
      traffic: CLICK,
      added: { clicks: 1, 'click whatsapp': 1 },
    })
  }),
})
