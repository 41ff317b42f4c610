import * as Dialog from 'radix-ui/dialog'
import type { OwnProfile } from '@app/contracts/profiles/calls.ts'
import { displayName } from '@app/contracts/fields/display-name.ts'
import { imagePath, LOGO_WIDTHS, widthName } from '@app/contracts/fields/image-renditions.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { Share2, X } from 'lucide-react'
import { useState, useEffect, type CSSProperties } from 'react'
import { pageAddress } from '../../../app/public-url.ts'
import { useFocusReturn } from '../../../ui/overlays/use-focus-return.ts'
import { isKept } from './keep-qr.ts'
import { modulesOf, QrCode } from '../../../ui/QrCode.tsx'
import './show-qr.css'

/** The screen stays bright while somebody aims a camera at it; where the browser refuses, it dims as ever. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const take = () => {
      if (document.visibilityState === 'visible')
        lock = navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    take()
    document.addEventListener('visibilitychange', take)
    return () => {
      document.removeEventListener('visibilitychange', take)
      void lock?.then((held) => held?.release()).catch(() => undefined)
    }
  }, [])
}

interface ShowQrProps {
  readonly profile: OwnProfile
  readonly onShare: () => void
  readonly onClose: () => void
}

/** The whole screen, white in any theme: the brightest that a page can be. */
export function ShowQr({ profile, onShare, onClose }: ShowQrProps) {
  const focusReturn = useFocusReturn()
  useWakeLock()
  const name = displayName(profile)
  const address = pageAddress(profile.slug, 'qr')
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="show-qr fills-screen"
          style={{ '--modules': modulesOf(address) } as CSSProperties}
        >
          <Company profile={profile} />
          <p className="show-qr-camera">Apunta aquí con la cámara</p>
          <div className="show-qr-code">
            <QrCode text={address} label={`Código QR de ${isolated(name)}`} />
          </div>
          <div className="show-qr-who">
            <Dialog.Title dir="auto">{name}</Dialog.Title>
            {profile.position !== '' && <p dir="auto">{profile.position}</p>}
          </div>
          <div className="show-qr-foot">
            {isKept(profile) && <p className="show-qr-offline">Funciona sin conexión</p>}
            <button type="button" onClick={onShare}>
              <Share2 aria-hidden="true" size={19} strokeWidth={1.9} />
              Compartir
            </button>
            <p className="show-qr-escape">
              <kbd>Esc</kbd> para cerrar
            </p>
          </div>
          <Dialog.Close aria-label="Cerrar" className="show-qr-close">
            <X aria-hidden="true" size={22} strokeWidth={2} />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The logo, or the company's name where there is none or it fails. */
function Company({ profile: { company_logo: logo, company } }: Pick<ShowQrProps, 'profile'>) {
  const [isBroken, setBroken] = useState(false)
  return (
    <p dir="auto" className="show-qr-company">
      {logo === null || isBroken ? (
        company
      ) : (
        <img
          src={imagePath(logo, widthName(LOGO_WIDTHS[1] ?? LOGO_WIDTHS[0]))}
          alt={company}
          onError={() => setBroken(true)}
        />
      )}
    </p>
  )
}
