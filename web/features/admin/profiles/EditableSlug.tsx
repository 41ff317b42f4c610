import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { SlugForm } from './SlugForm.tsx'
import type { WantedSlug } from './admin-profiles-api.ts'

interface EditableSlugProps {
  readonly profile: WantedSlug
  /** Whose page it is. */
  readonly name: string
}

/** The address of a page, which becomes a field where it is pressed. The focus comes back to it. */
export function EditableSlug({ profile, name }: EditableSlugProps) {
  const [state, setState] = useState<'shown' | 'edited' | 'left'>('shown')
  if (state === 'edited') return <SlugForm profile={profile} name={name} onClose={() => setState('left')} />
  return (
    <button
      type="button"
      autoFocus={state === 'left'}
      aria-label={`Editar la URL de ${name}: /pages/${profile.slug}`}
      title="Editar URL"
      onClick={() => setState('edited')}
      className="-mx-1.5 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-left text-ink-2 hover:bg-surface-3 hover:text-ink pointer-coarse:min-h-11"
    >
      <span className="min-w-0 font-mono text-micro break-all">/pages/{profile.slug}</span>
      <Pencil aria-hidden="true" size={13} strokeWidth={1.9} className="flex-none text-ink-3" />
    </button>
  )
}
