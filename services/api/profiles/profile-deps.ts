import type { Images } from '@app/images/images.ts'
import type { CommandContext, Naming } from '@app/processes/command-context.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import type { RouteDeps } from '../http/route.ts'
import type { ProfileLookup } from './profile-lookup.ts'

export interface ProfileDeps extends RouteDeps, CommandContext, Naming, SealedRows {
  readonly profiles: ProfileLookup
  readonly images: Images
  readonly storedImages: StoredImages
}
