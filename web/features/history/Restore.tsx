import type { FieldChange, PastProfile } from '@app/contracts/audit.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { ArrowRight, Lock } from 'lucide-react'
import { type ReactNode, memo, useId, useRef } from 'react'
import { ErasedChip } from '../../ui/history/Sentence.tsx'
import { countedText } from '../../ui/wording/figures.ts'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { FramedProfile } from '../public-page/view/FramedProfile.tsx'
import { useIsConnected } from '../../app/OfflineBanner.tsx'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { minuteLabel } from '../../ui/wording/date-time.ts'
import { useRestoreProfileMutation } from './history-api.ts'

const BESIDE_CHARS_MAX = 48

export function RestoreSummary({ past }: { readonly past: PastProfile }) {
  return (
    <>
      <h2 className="text-h2">Si la restauras</h2>
      {past.restores.length === 0 ? (
        <p className="mt-1.5 text-small text-ink-2">Los textos y el tema quedan igual que hoy.</p>
      ) : (
        <ChangeList changes={past.restores} />
      )}
      <h3 className="mt-4 text-micro font-semibold tracking-normal text-ink-3">No se restaura</h3>
      <ul className="mt-1.5 grid gap-2 text-small/[1.4] text-ink-2">
        {past.keeps.map((label) => (
          <Kept key={label}>{label}: ya no se acepta como estaba. Queda lo de hoy.</Kept>
        ))}
        <Kept>Las imágenes, la dirección y el estado del perfil.</Kept>
      </ul>
      <p className="mt-auto pt-4 text-micro leading-[1.45] text-ink-3">
        {past.restores.length > 0 && <span>{countedText(past.restores.length, 'cambio', 'cambios')}. </span>}
        <span>Las anteriores quedan en el Historial.</span>
      </p>
    </>
  )
}

const Kept = ({ children }: { readonly children: ReactNode }) => (
  <li className="grid grid-cols-[16px_minmax(0,1fr)] gap-[9px] [&>svg]:mt-px [&>svg]:text-ink-3">
    <Lock aria-hidden="true" size={15} strokeWidth={1.9} />
    {children}
  </li>
)

const ChangeList = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <dl className="mt-1 divide-y divide-line">
    {changes.map((change) => (
      <div key={change.field} className="py-[9px]">
        <dt className="text-micro text-ink-3">{change.label}</dt>
        <dd className="text-small font-[550] whitespace-pre-line wrap-anywhere">
          <Change {...change} />
        </dd>
      </div>
    ))}
  </dl>
)

function Change({ before, after, is_erased, is_blocked }: FieldChange) {
  if (is_erased) return <ErasedChip isBlocked={is_blocked} />
  if (Math.max(before?.length ?? 0, after?.length ?? 0) > BESIDE_CHARS_MAX)
    return <span>{after === null ? 'Queda vacío' : `Vuelve «${isolated(after)}»`}</span>
  return (
    <>
      <span className="sr-only">Hoy: </span>
      {before === null ? (
        <span className="font-[450] text-ink-3">vacío</span>
      ) : (
        <s dir="auto" className="font-[450] text-ink-3 decoration-line-strong">
          {before}
        </s>
      )}
      <ArrowRight aria-hidden="true" size={13} className="mx-[5px] inline-block align-[-2px] text-ink-3" />
      <span className="sr-only">Vuelve: </span>
      <bdi>{after ?? 'vacío'}</bdi>
    </>
  )
}

const Framed = memo(FramedProfile)

/** A finger on it scrolls the page on, of which it is most. */
const PHONE =
  'mx-auto flex-none rounded-[44px] bg-(--on-signal) p-[8px] shadow-pop ring-1 ring-line ' +
  'h-[calc(844px*var(--scale)+16px)] w-[calc(390px*var(--scale)+16px)] [--frame-end:auto] ' +
  '[--scale:0.677] max-[370px]:[--scale:0.56]'

export const PastPhone = ({ profile }: { readonly profile: PublicProfile }) => (
  <div className={PHONE}>
    <div className="h-full overflow-hidden rounded-[36px]">
      <div className="h-[844px] w-[390px] origin-top-left scale-(--scale)">
        <Framed profile={profile} label="Perfil como estaba" className="h-full" />
      </div>
    </div>
  </div>
)

const failureText = (error: unknown): string =>
  refusalFrom(error)?.code === 'conflict'
    ? 'Error: este perfil cambió en otra sesión. No restauramos nada: míralo otra vez.'
    : `Error: ${refusalText(error, 'No pudimos restaurar la versión. Nada cambió: inténtalo de nuevo.')}`

/** A profile that changed meanwhile is read again, for the owner to look at. @param onRestored has the version's values */
export function useRestore(profileId: string, onRestored: () => void) {
  const [post, { isLoading: isBusy }] = useRestoreProfileMutation()
  const say = useSay()
  const isSending = useRef(false)
  const restore = async (past: PastProfile): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    const { error } = await post({ profileId, version: past.version, etag: past.newest_etag })
    isSending.current = false
    if (error !== undefined) return say(failureText(error))
    const changes = countedText(past.restores.length, 'cambio', 'cambios')
    say(`Restauramos la versión del ${minuteLabel(Date.parse(past.at))}: ${changes}.`)
    return onRestored()
  }
  return { isBusy, restore: (past: PastProfile) => void restore(past) }
}

interface RestoreButtonProps {
  readonly profileId: string
  readonly past: PastProfile
  readonly isBehind: boolean
  readonly onRestored: (() => void) | undefined
}

export function RestoreButton({ profileId, past, isBehind, onRestored }: RestoreButtonProps) {
  const id = useId()
  const reason = useReason(past, isBehind)
  const { isBusy, restore } = useRestore(profileId, onRestored ?? (() => undefined))
  return (
    <>
      <span title={reason} className="max-[620px]:flex-auto">
        <Button
          kind="primary"
          size="sm"
          className="h-auto! min-h-8 w-full py-1 whitespace-normal! pointer-coarse:min-h-11"
          busy={isBusy}
          disabled={reason !== undefined}
          aria-describedby={reason && id}
          onClick={() => restore(past)}
        >
          {isBusy ? 'Restaurando...' : 'Restaurar esta versión'}
        </Button>
      </span>
      {reason !== undefined && (
        <span id={id} className="sr-only">
          {reason}
        </span>
      )}
    </>
  )
}

/** The button says why it cannot be pressed. */
function useReason(past: PastProfile, isBehind: boolean): string | undefined {
  const isConnected = useIsConnected()
  if (past.is_newest) return 'Ya es la versión de hoy.'
  if (!isConnected) return 'Sin conexión.'
  if (isBehind) return 'Faltan tus últimos cambios.'
  return past.restores.length === 0 ? 'Los textos y el tema son los de hoy.' : undefined
}
