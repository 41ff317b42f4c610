import { randomInt } from 'node:crypto'
import { withAdvisoryLock } from '../../platform/postgres/in-transaction.ts'
import { createAccountFinder } from '../../accounts/find-account.ts'
import { createCredentials } from '../../accounts/credentials.ts'
import { setImage } from '../../profiles/image-routes.ts'
import {
  IMAGE_KINDS,
  profileStream,
  type ImageKind,
  NO_DETAILS,
  type ProfileDetails,
} from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import { profile } from '../../profiles/profile.ts'
import { readStream } from '../../kernel/codec.ts'
import { load, causeBy, type CommandContext, type Naming } from '../../kernel/commands.ts'
import { DEMO_PROFILE_ID, DEMO_SLUG } from '@app/contracts/product.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { NETWORKS } from '@app/contracts/traffic/kinds.ts'
import { createProfile } from '../../profiles/create-profile.ts'
import type { Ctx } from '../../platform/ctx.ts'
import {
  ensureAdministrator,
  generatePassword,
  type FirstPassword,
  type Administrator,
  type WantedAdministrator,
  BOOTSTRAP_ACTOR,
} from './bootstrap.ts'

type Shared = 'passwords' | 'securityLog' | 'app' | 'projector' | 'store' | 'names' | 'now' | 'newId'

interface FirstStart extends Pick<Ctx, Shared> {
  readonly firstPassword: FirstPassword
}

export async function ensureFirstContent(
  { app, projector, passwords, securityLog, firstPassword, ...context }: FirstStart,
  wanted: WantedAdministrator,
): Promise<Administrator> {
  const { now } = context
  const administrator = await ensureAdministrator(
    {
      ...context,
      passwords,
      securityLog,
      firstPassword,
      credentials: createCredentials(app, now),
      newPassword: () => generatePassword((n) => randomInt(n)),
      findAccountId: createAccountFinder(context, true),
      // The logins of read models wait longer than a caller would.
      oneAtATime: (work) => withAdvisoryLock(projector, 'administrator', work),
    },
    wanted,
  )
  await ensureDemoProfile(context, administrator.id)
  return administrator
}

/** More events than setting the pictures takes; a demo profile with more changes keeps its pictures. */
const EVENTS_READ_MAX = 200

/** Adds the pictures that the demo profile never had; a removed picture does not return. */
export async function ensureDemoPictures(
  deps: Pick<Ctx, 'store' | 'storedImages' | 'now' | 'newId'> & {
    readonly pictureOf: (kind: ImageKind) => Promise<RenderedImage>
  },
): Promise<void> {
  for (const kind of await missingKinds(deps)) {
    const image = await deps.pictureOf(kind)
    await setImage(deps, { profileId: DEMO_PROFILE_ID, kind, actor: BOOTSTRAP_ACTOR }, image)
  }
}

async function missingKinds({ store }: Pick<Ctx, 'store'>): Promise<readonly ImageKind[]> {
  const stream = profileStream(DEMO_PROFILE_ID)
  const { state } = await load(store, profile, stream)
  if (state.status !== 'created') return []
  const events = await readStream(store, stream, { limit: EVENTS_READ_MAX })
  if (events.length === EVENTS_READ_MAX) return []
  const had = new Set(events.filter(({ type }) => type === 'ProfileImageSet').map(({ data }) => data.kind))
  return IMAGE_KINDS.filter((kind) => !had.has(kind))
}

const DEMO_DETAILS: ProfileDetails = {
  ...NO_DETAILS,
  name: 'Antonia',
  lastname: 'Rivas Soto',
  position: 'Directora Comercial',
  company: 'Andes Norte',
  bio: 'Ayudo a equipos de terreno a vender mejor. Conversemos de logística, frío y última milla en el sur de Chile.',
  email: 'antonia@andes.example',
  phone: '+56 9 1234 5678',
  whatsapp: '+56 9 1234 5678',
  instagram: '@antonia.rivas',
  linkedin: 'antoniarivas',
  website: 'https://andes.example',
  custom_link: 'https://andes.example/agenda',
  custom_link_title: 'Agenda una reunión',
}

export const DEMO_NETWORKS = NETWORKS.filter(
  (network) => DEMO_DETAILS[network === 'custom' ? 'custom_link' : network] !== '',
)

/** Appends ordinary events outside any limit. The owner has it in their list, but it stays public without them. */
export async function ensureDemoProfile(deps: CommandContext & Naming, ownerId: string): Promise<void> {
  const { name } = DEMO_DETAILS
  const wanted = { profileId: DEMO_PROFILE_ID, ownerId, name, details: DEMO_DETAILS, slug: DEMO_SLUG }
  try {
    await createProfile(deps, { ...wanted, cause: causeBy(deps, BOOTSTRAP_ACTOR) })
  } catch (error) {
    // A deleted profile stays deleted.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
}
