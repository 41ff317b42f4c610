import { DEMO_PROFILE_ID, DEMO_SLUG } from '@app/contracts/profiles/demo-profile.ts'
import { NO_DETAILS, type ProfileDetails } from '@app/contracts/profiles/events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { causeBy, type CommandContext, type Naming } from '../../kernel/command-context.ts'
import { createProfile } from '../../profiles/create-profile.ts'
import { BOOTSTRAP_ACTOR } from './bootstrap.ts'

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
