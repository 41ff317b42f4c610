import { useState, memo, useDeferredValue, type ComponentProps } from 'react'
import { useMedia } from '../../../ui/browser/use-browser.ts'
import { Eye, Link2 } from 'lucide-react'
import { copyLink } from '../../../app/public-url.ts'
import { Button } from '../../../ui/Button.tsx'
import { BottomSheet } from '../../../ui/Modal.tsx'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { FramedProfile } from '../../public-page/view/FramedProfile.tsx'
import type { ViewedProfile } from '../../public-page/view/Person.tsx'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { QrPopover } from '../../../ui/QrPopover.tsx'

export function PreviewedForm({
  children,
  ...preview
}: ComponentProps<typeof LivePreview> & ComponentProps<'div'>) {
  return (
    <div className="items-start gap-5 [--phone:248] max-[899px]:pb-14 min-[900px]:grid min-[900px]:grid-cols-[minmax(0,640px)_auto] min-[1100px]:gap-7 min-[1100px]:[--phone:320] min-[1280px]:gap-12">
      <div className="@container min-w-0 max-w-[640px]">{children}</div>
      <LivePreview {...preview} />
    </div>
  )
}

const SAMPLE = { name: 'Tu nombre', position: 'Tu cargo' }
const SAMPLE_BUTTON = { custom_link: 'https://ejemplo.cl', custom_link_title: 'Botón de ejemplo' }

/** Name, position and a button are shown, even if the profile has none yet. */
function withSample(profile: ViewedProfile): ViewedProfile {
  const isNamed = `${profile.name}${profile.lastname}`.trim() !== ''
  return {
    ...profile,
    ...(!isNamed && { name: SAMPLE.name }),
    ...(profile.position.trim() === '' && { position: SAMPLE.position }),
    ...(contactLinks(profile).length === 0 && SAMPLE_BUTTON),
  }
}

interface PreviewProps {
  readonly profile: ViewedProfile | undefined
  /** Empty fields show a sample text, so that each colour is visible. */
  readonly sample?: boolean
}

const Framed = memo(FramedProfile)

/** Drawn after what is typed, in work that the next key interrupts. */
function PreviewScreen({ profile, sample = false }: PreviewProps) {
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

// Fields end at it, and not halfway under the button.
const STRIP =
  'pointer-events-none fixed inset-x-0 bottom-0 z-10 [background:linear-gradient(#0000,var(--bg)_20px)] px-4 pt-5 ' +
  'pb-[calc(var(--bar)+8px)] text-end *:pointer-events-auto'

interface PreviewSheetProps extends PreviewProps {
  readonly hasOpener: boolean
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

function PreviewSheet({ hasOpener, open, onOpenChange, ...preview }: PreviewSheetProps) {
  return (
    <>
      {!hasOpener && (
        <div className={STRIP}>
          <Button
            aria-haspopup="dialog"
            icon={<Eye aria-hidden="true" size={17} strokeWidth={1.9} />}
            onClick={() => onOpenChange(true)}
            className="rounded-full! shadow-pop! ring-1 ring-line"
          >
            Vista previa
          </Button>
        </div>
      )}
      <BottomSheet open={open} onOpenChange={onOpenChange} title="Vista previa">
        <div className="mx-auto h-[min(844px,100dvh-132px)] max-w-[430px] overflow-hidden rounded-[22px] ring-1 ring-line">
          <PreviewScreen {...preview} />
        </div>
      </BottomSheet>
    </>
  )
}

interface LivePreviewProps extends PreviewProps {
  readonly hasOpener?: boolean
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function LivePreview({ hasOpener = false, open, onOpenChange, ...preview }: LivePreviewProps) {
  const wide = useMedia('(min-width: 900px)')
  const [isOpen, setOpen] = useState(false)
  if (wide) return <Phone {...preview} />
  return (
    <PreviewSheet
      {...preview}
      hasOpener={hasOpener}
      open={open ?? isOpen}
      onOpenChange={onOpenChange ?? setOpen}
    />
  )
}

/** `--phone` px wide and, where the window is high enough, 320 to 660. Its screen is that of a phone of 390 px, drawn smaller. */
function Phone(preview: PreviewProps) {
  return (
    <aside
      aria-label="Vista previa"
      className="sticky top-[22px] h-(--high) w-[calc(var(--phone)*1px)] rounded-[46px] [--high:min(var(--phone)*660px/320,100dvh-44px)] bg-(--on-signal) p-2 shadow-modal ring-1 ring-line"
    >
      <div className="h-full overflow-hidden rounded-[38px]">
        <div className="h-[calc((var(--high)-16px)*390/(var(--phone)-16))] w-[390px] origin-top-left scale-[calc((var(--phone)-16)/390)]">
          <PreviewScreen {...preview} />
        </div>
      </div>
    </aside>
  )
}

export function LinkAndQr({
  profile: { name, lastname, slug, is_active },
}: {
  readonly profile: OwnProfile
}) {
  const say = useSay()
  if (!is_active) return null
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        icon={<Link2 aria-hidden="true" size={15} strokeWidth={1.9} />}
        onClick={() => void copyLink(slug).then(say)}
      >
        Copiar enlace
      </Button>
      <QrPopover slug={slug} name={isolated(`${name} ${lastname}`.trim() || slug)} />
    </div>
  )
}
