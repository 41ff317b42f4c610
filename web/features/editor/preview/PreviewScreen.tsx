import { contactLinks } from '@app/contracts/fields/links.ts'
import { memo, useDeferredValue } from 'react'
import { FramedProfile, type ViewedProfile } from '../../../app/profile-view.ts'

const SAMPLE = { name: 'Tu nombre', position: 'Tu cargo' }
const SAMPLE_BUTTON = { custom_link: 'https://ejemplo.cl', custom_link_title: 'Botón de ejemplo' }

/** Name, position and a button are shown, whatever the profile has yet. */
function withSample(profile: ViewedProfile): ViewedProfile {
  const isNamed = `${profile.name}${profile.lastname}`.trim() !== ''
  return {
    ...profile,
    ...(!isNamed && { name: SAMPLE.name }),
    ...(profile.position.trim() === '' && { position: SAMPLE.position }),
    ...(contactLinks(profile).length === 0 && SAMPLE_BUTTON),
  }
}

export interface PreviewProps {
  /** With its unsaved values; undefined until it is loaded. */
  readonly profile: ViewedProfile | undefined
  /** Empty fields show a sample text, so that each colour is visible. */
  readonly sample?: boolean
}

const Framed = memo(FramedProfile)

/** Drawn after what is typed, in work that the next key interrupts. */
export function PreviewScreen({ profile, sample = false }: PreviewProps) {
  const drawn = useDeferredValue(profile)
  if (drawn === undefined) {
    return (
      <p role="status" className="grid h-full place-items-center bg-surface font-semibold text-ink-2">
        Cargando perfil...
      </p>
    )
  }
  return <Sampled profile={drawn} sample={sample} />
}

const Sampled = memo(function Sampled({ profile, sample }: { profile: ViewedProfile; sample: boolean }) {
  return (
    <Framed
      profile={sample ? withSample(profile) : profile}
      label="Vista previa del perfil"
      className="h-full"
    />
  )
})
