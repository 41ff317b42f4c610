import type { Images } from '../media/images.ts'
import type { CommandContext, Naming } from '../kernel/command-context.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { StoredImages } from '../media/stored-images.ts'
import type { RouteDeps } from '../platform/http/route.ts'
import type { ProfileLookup } from './profile-lookup.ts'

export interface ProfileDeps extends RouteDeps, CommandContext, Naming, SealedRows {
  readonly profiles: ProfileLookup
  readonly images: Images
  readonly storedImages: StoredImages
}
