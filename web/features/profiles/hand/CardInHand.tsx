import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName } from '@app/contracts/fields/names.ts'
import { useState, type ReactNode } from 'react'
import { pageAddress, copyLink } from '../../../app/public-url.ts'

import { Download, Link2, Mail } from 'lucide-react'
import { buttonLook } from '../../../ui/Button.tsx'
import { NetworkGlyph } from '../../../ui/NetworkGlyph.tsx'
import { useMedia } from '../../../ui/browser/use-browser.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { BottomSheet, Modal } from '../../../ui/Modal.tsx'
import { QR_FILES, qrFileLink } from '../../../ui/QrPopover.tsx'
import { ShowQr } from './ShowQr.tsx'

const whatsappAddress = (profile: OwnProfile): string =>
  `https://wa.me/?text=${encodeURIComponent(`${displayName(profile)}: ${pageAddress(profile.slug)}`)}`

const mailAddress = (profile: OwnProfile): string =>
  `mailto:?subject=${encodeURIComponent(`Tarjeta de ${displayName(profile)}`)}&body=${encodeURIComponent(pageAddress(profile.slug))}`

interface ShareSheetProps {
  readonly profile: OwnProfile
  readonly onClose: () => void
}

const TITLE = 'Comparte tu tarjeta'

/** Stands in where the system has no sheet of its own, or refuses it. */
export function ShareSheet({ profile, onClose }: ShareSheetProps) {
  const wide = useMedia('(min-width: 640px)')
  const Frame = wide ? Modal : BottomSheet
  return (
    <Frame open onOpenChange={onClose} title={TITLE}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
        <Ways profile={profile} onClose={onClose} />
        <p className="mt-2 text-small font-semibold text-ink-2">Descargar QR</p>
        <div className="flex flex-wrap gap-2.5">
          <QrFile slug={profile.slug} format="png" />
          <QrFile slug={profile.slug} format="svg" />
        </div>
      </div>
    </Frame>
  )
}

const WAY = 'flex min-h-16 w-full items-center gap-3.5 rounded-md px-1 text-left hover:bg-surface-2'

function Ways({ profile, onClose }: ShareSheetProps) {
  const say = useSay()
  const copy = () => {
    void copyLink(profile.slug).then(say)
    onClose()
  }
  return (
    <>
      <a className={WAY} href={whatsappAddress(profile)} target="_blank" rel="noopener" onClick={onClose}>
        <Way glyph={<NetworkGlyph network="whatsapp" />} name="WhatsApp" help="Elige a quién mandársela" />
      </a>
      <a className={WAY} href={mailAddress(profile)} onClick={onClose}>
        <Way glyph={<Mail size={21} strokeWidth={1.9} />} name="Correo" help="Con tu nombre en el asunto" />
      </a>
      <button type="button" className={WAY} onClick={copy}>
        <Way
          glyph={<Link2 size={21} strokeWidth={1.9} />}
          name="Copiar enlace"
          help="Para pegarlo donde quieras"
        />
      </button>
    </>
  )
}

const Way = ({
  glyph,
  name,
  help,
}: {
  readonly glyph: ReactNode
  readonly name: string
  readonly help: string
}) => (
  <>
    <span
      aria-hidden="true"
      className="grid size-11 flex-none place-items-center rounded-[13px] bg-accent-soft text-accent"
    >
      {glyph}
    </span>
    <span className="min-w-0 grid leading-[1.3]">
      <b className="font-[650]">{name}</b> <small className="text-small text-ink-3">{help}</small>
    </span>
  </>
)

const QrFile = ({ slug, format }: { readonly slug: string; readonly format: 'png' | 'svg' }) => (
  <a {...qrFileLink(slug, format)} className={`${buttonLook('line')} grow px-2! text-nav!`}>
    <Download aria-hidden="true" className="flex-none" size={17} strokeWidth={1.9} />
    {QR_FILES[format]}
  </a>
)

export { keepQr } from './keep-qr.ts'

interface CardInHandProps {
  readonly profile: OwnProfile
  readonly open: 'qr' | 'share'
  readonly onClose: () => void
}

type SystemShare = { readonly share?: (shared: { title: string; url: string }) => Promise<void> }

/** False where the system has no sheet, or refused to open it. Closing it is no failure. */
export async function isSharedBySystem(profile: OwnProfile): Promise<boolean> {
  const { share } = navigator as SystemShare
  if (share === undefined) return false
  try {
    await share.call(navigator, { title: displayName(profile), url: pageAddress(profile.slug) })
    return true
  } catch (error) {
    return (error as { name?: unknown } | undefined)?.name === 'AbortError'
  }
}

export function CardInHand({ profile, open, onClose }: CardInHandProps) {
  const [isSharing, setSharing] = useState(false)
  const share = () => void isSharedBySystem(profile).then((isDone) => setSharing(!isDone))
  if (open === 'share') return <ShareSheet profile={profile} onClose={onClose} />
  return (
    <>
      <ShowQr profile={profile} onShare={share} onClose={onClose} />
      {isSharing && <ShareSheet profile={profile} onClose={() => setSharing(false)} />}
    </>
  )
}
