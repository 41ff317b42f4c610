import { contactLinks } from '@app/contracts/fields/links.ts'
import type { ViewedProfile } from '../../../app/profile-view.ts'

const SAMPLE = { name: 'Tu nombre', position: 'Tu cargo' }
const SAMPLE_BUTTON = { custom_link: 'https://ejemplo.cl', custom_link_title: 'Botón de ejemplo' }

/** Name, position and a button are shown, whatever the profile has yet. */
export function withSample(profile: ViewedProfile): ViewedProfile {
  const isNamed = `${profile.name}${profile.lastname}`.trim() !== ''
  return {
    ...profile,
    ...(!isNamed && { name: SAMPLE.name }),
    ...(profile.position.trim() === '' && { position: SAMPLE.position }),
    ...(contactLinks(profile).length === 0 && SAMPLE_BUTTON),
  }
}
