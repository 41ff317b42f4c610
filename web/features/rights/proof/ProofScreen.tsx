import { ArrowLeft, Braces, Printer } from 'lucide-react'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { Link, useLocation } from 'react-router-dom'
import { refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { mailboxKey } from '../mailbox-key.ts'
import { ComprobanteSheet } from './ComprobanteSheet.tsx'
import './proof.css'
import { getAdminProof, type Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { api } from '../../../app/api.ts'

interface WantedProof {
  /** Below `/api`. */
  readonly url: string
  /** Of a mailed link: without it, the session counts. */
  readonly mailboxKey?: string | undefined
  /** The screen from which one comes. */
  readonly from: { readonly path: string; readonly text: string }
}

/** Of the address's fragment, which reaches no server: `#thing=`, `#profile=…&person=`, `#person=`. */
function wantedProof(hash: string, mailboxKey: string | undefined): WantedProof | undefined {
  const asked = new URLSearchParams(hash.replace(/^#/, ''))
  const part = (name: string): string | undefined => {
    const value = asked.get(name)
    return value === null || value === '' ? undefined : encodeURIComponent(value)
  }
  const [thing, profile, person] = [part('thing'), part('profile'), part('person')]
  if (thing !== undefined)
    return {
      url: `/rights/mine/${thing}/proof`,
      mailboxKey,
      from: { path: '/mis-datos', text: 'Tus datos' },
    }
  if (person === undefined) return undefined
  if (profile !== undefined)
    return {
      url: `/profile/${profile}/people/${person}/proof`,
      from: { path: '/dashboard', text: 'Tu panel' },
    }
  return {
    url: `/admin/people/${person}/proof`,
    from: { path: '/admin', text: 'Administración' },
  }
}

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    comprobante: build.query<Comprobante, WantedProof>({
      query: ({ url, mailboxKey }) => ({
        url,
        headers: mailboxKey === undefined ? {} : { 'mailbox-key': mailboxKey },
      }),
      transformResponse: (body) => getAdminProof.answer.parse(body),
      keepUnusedDataFor: 0,
    }),
  }),
})

const { useComprobanteQuery } = proofApi

const FAILED = 'No pudimos cargar el comprobante.'
const NOTHING = 'Este enlace no nombra un comprobante.'

const save = (proof: Comprobante): void =>
  saveFile(
    new Blob([`${JSON.stringify(proof, undefined, 2)}\n`], { type: 'application/json' }),
    `comprobante_${proof.number}.json`,
  )

/** One consent, with what proves it: to read, to print on one page, and as a file. */
export function ProofScreen() {
  const { hash } = useLocation()
  const wanted = wantedProof(hash, mailboxKey())
  const { currentData: proof, isError, error, refetch } = useComprobanteQuery(wanted ?? skipToken)
  return (
    <div className="proof-page">
      <nav className="proof-bar" aria-label="Comprobante">
        <Back from={wanted?.from ?? { path: '/mis-datos', text: 'Tus datos' }} />
        {proof && (
          <>
            <Button icon={<Braces aria-hidden="true" size={17} />} onClick={() => save(proof)}>
              Descargar JSON
            </Button>
            <Button
              kind="primary"
              icon={<Printer aria-hidden="true" size={17} />}
              onClick={() => window.print()}
            >
              Imprimir
            </Button>
          </>
        )}
      </nav>
      <Content wanted={wanted} proof={proof} error={isError ? error : undefined} onRetry={refetch} />
    </div>
  )
}

const Back = ({ from }: Pick<WantedProof, 'from'>) => (
  <Link to={from.path} className="proof-back">
    <ArrowLeft aria-hidden="true" size={18} />
    {from.text}
  </Link>
)

interface ContentProps {
  readonly wanted: WantedProof | undefined
  readonly proof: Comprobante | undefined
  readonly error: unknown
  readonly onRetry: () => unknown
}

function Content({ wanted, proof, error, onRetry }: ContentProps) {
  if (proof !== undefined) return <ComprobanteSheet proof={proof} />
  return (
    <main className="proof-none" id="contenido">
      <ScreenTitle text="Comprobante de consentimiento" screen="Comprobante" className="mb-4 text-h1" />
      <WithoutProof {...{ wanted, error, onRetry }} />
    </main>
  )
}

function WithoutProof({ wanted, error, onRetry }: Omit<ContentProps, 'proof'>) {
  if (wanted === undefined) return <EmptyNotice title={NOTHING} />
  if (error !== undefined)
    return <FailedNotice text={refusalText(error, FAILED)} onRetry={() => void onRetry()} />
  return (
    <p role="status" className="proof-wait">
      Cargando…
    </p>
  )
}
