import * as Dialog from 'radix-ui/dialog'
import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName, isolated } from '@app/contracts/fields/names.ts'
import { imagePath, LOGO_WIDTHS, widthName } from '@app/contracts/fields/pictures.ts'
import { Share2, X } from 'lucide-react'
import { useState, useEffect, type CSSProperties } from 'react'
import { pageAddress } from '../../../app/public-url.ts'
import '../own-card.css'
import { useFocusReturn } from '../../../ui/focus.ts'
import { isKept } from './keep-qr.ts'
import { modulesOf, QrCode } from '../../../ui/QrCode.tsx'

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

// White in any theme: the brightest that a page can be. The reader's text size, as far as the code stays large enough.
const SCREEN =
  'show-qr fills-screen fixed inset-0 z-40 flex animate-[fade_var(--dur-3)_var(--ease-out)] flex-col items-center overflow-auto ' +
  'overscroll-contain bg-white px-[16px] pt-[max(12px,env(safe-area-inset-top))] pb-[max(14px,env(safe-area-inset-bottom))] ' +
  'text-center text-[length:min(0.9375rem,2.72dvh)] text-[#0a1a21] scheme-only-light [--focus:#0a607f] ' +
  'landscape:grid landscape:grid-cols-[auto_minmax(0,1fr)] landscape:grid-rows-[1fr_auto_auto_auto_auto_1fr] landscape:justify-items-start ' +
  'landscape:gap-x-[min(2vw,36px)] landscape:py-0 landscape:pl-0 landscape:text-left landscape:text-[length:min(0.9375rem,4.1dvh)]'
const COMPANY =
  'flex min-h-[48px] items-center self-start pr-[64px] pl-1.5 text-left text-[1.13em] font-bold tracking-[-0.022em] wrap-anywhere ' +
  'landscape:max-h-[3.4em] landscape:min-h-0 landscape:items-start landscape:overflow-hidden landscape:p-0 landscape:[grid-area:2/2]'
const CAMERA =
  'mt-[clamp(0px,12dvh-57px,44px)] text-[1.13em] font-semibold text-[#3a4f58] ' +
  'landscape:mt-[clamp(8px,3vh,30px)] landscape:[grid-area:4/2]'
// The room that the words leave, in whole pixels a module.
const CODE =
  'show-qr-code -mx-[16px] grid min-h-[200px] flex-[0_1_100vw] place-items-center self-stretch @container-size ' +
  'landscape:mr-0 landscape:ml-[clamp(0px,4vw,64px)] landscape:h-full landscape:w-[min(100dvh,60vw)] landscape:[grid-area:1/1/-1/2] ' +
  '[&_svg]:w-[calc(round(down,min(100cqw,100cqh)/var(--modules),1px)*var(--modules))]'
const WHO =
  '*:line-clamp-2 *:pt-[0.14em] *:pb-[0.06em] *:wrap-anywhere landscape:mt-[clamp(4px,3vh,28px)] landscape:[grid-area:3/2]'
const NAME =
  'text-[2.07em] leading-[1.06] font-bold tracking-[-0.035em] landscape:text-[length:clamp(1.87em,3.9vw,3.73em)]'
const FOOT =
  'mt-auto grid w-full justify-items-center gap-[12px] pt-[12px] landscape:mt-[clamp(10px,3.4vh,32px)] landscape:justify-items-start ' +
  'landscape:pt-0 landscape:[grid-area:5/2]'
const SHARE =
  'flex min-h-[clamp(44px,8dvh+4px,54px)] w-full max-w-[420px] items-center justify-center gap-[10px] rounded-lg text-[1.13em] ' +
  'font-semibold shadow-[inset_0_0_0_1.5px_#7a8f99] landscape:w-auto landscape:px-[26px]'
const CLOSE =
  'absolute top-[max(12px,env(safe-area-inset-top))] right-3 grid size-[48px] place-items-center rounded-full bg-[#e7edf0]'

export function ShowQr({ profile, onShare, onClose }: ShowQrProps) {
  const focusReturn = useFocusReturn()
  useWakeLock()
  const name = displayName(profile)
  const address = pageAddress(profile.slug, 'qr')
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <div className="own-card">
          <Dialog.Content
            {...focusReturn}
            aria-describedby={undefined}
            className={SCREEN}
            style={{ '--modules': modulesOf(address) } as CSSProperties}
          >
            <Company profile={profile} />
            <p className={CAMERA}>Apunta aquí con la cámara</p>
            <div className={CODE}>
              <QrCode text={address} label={`Código QR de ${isolated(name)}`} />
            </div>
            <div className={WHO}>
              <Dialog.Title dir="auto" className={NAME}>
                {name}
              </Dialog.Title>
              {profile.position !== '' && (
                <p dir="auto" className="mt-[6px] text-[#3a4f58]">
                  {profile.position}
                </p>
              )}
            </div>
            <div className={FOOT}>
              {isKept(profile) && (
                <p className="rounded-full bg-[#ddf5e8] px-[12px] py-[4px] font-semibold text-[#0b6b45]">
                  Funciona sin conexión
                </p>
              )}
              <button type="button" className={SHARE} onClick={onShare}>
                <Share2 aria-hidden="true" size={19} strokeWidth={1.9} />
                Compartir
              </button>
            </div>
            <Dialog.Close aria-label="Cerrar" className={CLOSE}>
              <X aria-hidden="true" size={22} strokeWidth={2} />
            </Dialog.Close>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The logo, or the company's name where there is none or it fails. */
function Company({ profile: { company_logo: logo, company } }: Pick<ShowQrProps, 'profile'>) {
  const [isBroken, setBroken] = useState(false)
  return (
    <p dir="auto" className={COMPANY}>
      {logo === null || isBroken ? (
        company
      ) : (
        <img
          src={imagePath(logo, widthName(LOGO_WIDTHS[1] ?? LOGO_WIDTHS[0]))}
          alt={company}
          onError={() => setBroken(true)}
          className="h-7 max-w-[180px] object-contain"
        />
      )}
    </p>
  )
}
