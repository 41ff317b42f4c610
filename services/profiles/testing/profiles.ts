import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS, type ImageKind } from '@app/contracts/profiles.ts'

export const OWNER = 'owner-1'
export const created = {
  type: 'ProfileCreated',
  data: {
    ownerId: OWNER,
    slug: 'ana-paz',
    details: { ...NO_DETAILS, name: 'Ana', lastname: 'Paz', email: 'ana@x.example' },
  },
} as const satisfies PastEventOf<'ProfileCreated'>

export const imageSet = (kind: ImageKind, ref: string) =>
  ({ type: 'ProfileImageSet', data: { kind, ref, width: 400, height: 400 } }) as const
export const imageRemoved = (kind: ImageKind) => ({ type: 'ProfileImageRemoved', data: { kind } }) as const
