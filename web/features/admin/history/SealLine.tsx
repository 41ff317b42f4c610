import type { SealState } from '@app/contracts/api/record-calls.ts'
import { FileDown, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Badge, type BadgeLook } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/browser/use-now.ts'
import { countLabel, positionLabel } from '../../../ui/wording/figures.ts'
import { sinceText } from '../../../ui/wording/relative-time.ts'
import { useTelling } from '../use-telling.ts'
import { useSaveSealMutation, useSealQuery } from './admin-history-api.ts'

const POLL_MS = 5_000

const ANCHORS: Readonly<Record<SealState['anchor'], BadgeLook>> = {
  none: { tone: 'neutral', text: 'Sin ancla' },
  anchored: { tone: 'info', text: 'Anclada' },
}
const PROVES = 'Prueba que ningún evento hasta ahí se cambió ni se quitó. No prueba que sea cierto.'
const REFUSED =
  'El registro ya no continúa su último sello y dejó de sellarse. Pide a quien cuida el servidor que lo revise.'

/** How far the log is sealed, and what that proves. @param isShown its tab is open */
export function SealLine({ isShown }: { readonly isShown: boolean }) {
  const { data, isError, refetch } = useSealQuery(undefined, { pollingInterval: isShown ? POLL_MS : 0 })
  return (
    <section
      aria-label="Estado del sello"
      className="seal-line card flex flex-wrap items-center gap-x-3.5 gap-y-2"
    >
      {data && <Known state={data} />}
      {!data && isError && (
        <>
          <p role="alert" className="flex-1 text-small text-ink-2">
            No pudimos leer el estado del sello.
          </p>
          <Button size="sm" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </>
      )}
      {!data && !isError && <div className="seal-skeleton skeleton h-5 max-w-full" />}
    </section>
  )
}

function Known({ state }: { readonly state: SealState }) {
  const { seal, anchor, anchored_size: anchoredSize, progress, is_refused: isRefused } = state
  const isGood = seal !== null && !isRefused
  const advice = anchor === 'none' ? ' Guárdalo fuera de aquí para poder probarlo.' : ''
  // Whoever may append can also write down that a seal was kept: only its file proves it.
  const noted =
    anchor === 'anchored'
      ? ` Se anotó que se guardó con ${countLabel(anchoredSize ?? 0)} eventos: lo prueba el archivo.`
      : ''
  const nowMs = useNow()
  const Icon = isGood ? ShieldCheck : ShieldAlert
  return (
    <>
      <p className="seal-reach flex min-w-0 flex-wrap items-center">
        <Icon
          aria-hidden="true"
          size={18}
          strokeWidth={2}
          className={`flex-none ${isGood ? 'text-success' : 'text-warning'}`}
        />
        {seal ? (
          <span>
            Sellado hasta <b className="font-mono font-[650]">{positionLabel(seal.position)}</b>{' '}
            <span className="whitespace-nowrap text-ink-3">
              {`· ${sinceText(Date.parse(seal.made_at), nowMs)}`}
            </span>
          </span>
        ) : (
          <span>Todavía sin sello</span>
        )}
      </p>
      {seal && (
        <span className="seal-anchor">
          <Badge {...ANCHORS[anchor]} />
        </span>
      )}
      <div className="seal-proves text-ink-2">
        {isRefused && <p role="alert">{REFUSED}</p>}
        {!isRefused && progress && <Progress {...progress} />}
        {!isRefused && !progress && <p>{`${PROVES}${advice}${noted}`}</p>}
      </div>
      {seal && <SaveButton />}
    </>
  )
}

const Progress = ({ sealed, total }: NonNullable<SealState['progress']>) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
    <span>
      Sellando lo anterior: {countLabel(sealed)} de {countLabel(total)} eventos
    </span>
    <progress
      aria-label="Eventos sellados"
      max={Math.max(total, 1)}
      value={sealed}
      className="seal-progress h-1.5 max-w-full flex-auto appearance-none overflow-hidden rounded-full bg-surface-3"
    />
  </div>
)

function SaveButton() {
  const [save, { isLoading }] = useSaveSealMutation()
  const tell = useTelling()
  return (
    <Button
      size="sm"
      busy={isLoading}
      icon={<FileDown aria-hidden="true" size={15} strokeWidth={1.9} />}
      className="seal-save"
      onClick={() => void tell(save(), 'Sello guardado', 'No pudimos guardar el sello. Inténtalo de nuevo.')}
    >
      {isLoading ? 'Guardando...' : 'Guardar el sello'}
    </Button>
  )
}
