import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import type { ImageKind } from '@app/contracts/profiles.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { FieldError } from '../../../ui/forms/fields.tsx'
import { useSay } from '../../../ui/notices/Messages.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ImageSlot } from './ImageSlot.tsx'
import { SLOTS } from './slots.ts'

/** Pictures are published at once, apart from the form's fields. */
export function ImageSlots({ profile }: { readonly profile: OwnProfile }) {
  const say = useSay()
  const [fault, setFault] = useState<{ readonly text: string; readonly kind: ImageKind }>()
  const faultId = useId()
  const line = useRef<HTMLDivElement>(null)
  // On a phone it may stand below the bars: nothing was typed there that would bring it into view.
  useEffect(() => {
    if (fault) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [fault])
  const done = (text: string): void => {
    setFault(undefined)
    say(text)
  }
  return (
    <Panel title="Imágenes">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3.5 @min-[33rem]:grid-cols-[96px_130px_minmax(0,1fr)]">
        {SLOTS.map((slot) => (
          <ImageSlot
            key={slot.kind}
            slot={slot}
            profile={profile}
            faultId={fault?.kind === slot.kind ? faultId : undefined}
            onDone={done}
            onFault={(text) => setFault(text === undefined ? undefined : { text, kind: slot.kind })}
          />
        ))}
      </div>
      <div
        ref={line}
        role="alert"
        className="flex flex-wrap items-center gap-x-3 gap-y-1.5 [&:not(:empty)]:mt-3"
      >
        {fault && <FieldError id={faultId}>{fault.text}</FieldError>}
      </div>
      <p className="mt-3 text-micro text-ink-3">
        JPG, PNG, WebP o AVIF, también fotos grandes de teléfono. Se publican al subirlas.
      </p>
    </Panel>
  )
}
