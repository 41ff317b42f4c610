import { getConsent, type Consent } from '@app/contracts/api/rights/consent-calls.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { Printer } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { api } from '../../app/api.ts'
import { parsed } from '../../app/calls/endpoints.ts'
import { refusalText } from '../../app/refusal.ts'
import { Mark } from '../../ui/brand/Mark.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../ui/notices/FailedNotice.tsx'
import { PageFoot } from '../../ui/PageFoot.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { secondLabel } from '../../ui/wording/exact-time.ts'
import { positionLabel } from '../../ui/wording/figures.ts'

const { useConsentQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    consent: build.query({
      query: (person: string) => `/people/${encodeURIComponent(person)}/consent`,
      ...parsed(getConsent),
      keepUnusedDataFor: 0,
    }),
  }),
})

/** One consent, to print. The address names whose behind `#`, which reaches no server. */
export function ConsentScreen() {
  const person = new URLSearchParams(useLocation().hash.replace(/^#/, '')).get('person')
  const { currentData: consent, error, isFetching, refetch } = useConsentQuery(person ?? skipToken)
  return (
    <main id="contenido" className="mx-auto grid max-w-[44rem] gap-6 p-6">
      <Mark size={22} />
      <ScreenTitle text="Comprobante de consentimiento" screen="Comprobante" className="text-h1" />
      {person === null && <EmptyNotice title="Este enlace no nombra un comprobante." />}
      {consent && <Sheet consent={consent} />}
      {error && !isFetching && (
        <FailedNotice
          text={refusalText(error, 'No pudimos cargar el comprobante.')}
          onRetry={() => void refetch()}
        />
      )}
      {isFetching && <p role="status">Cargando…</p>}
      <PageFoot />
    </main>
  )
}

function Sheet({ consent }: { readonly consent: Consent }) {
  const { who, text, version, accepted_at: at, position, responsible } = consent
  const facts = [
    ['Quién aceptó', who ?? 'Una persona cuyos datos no se muestran aquí'],
    ['Cuándo', secondLabel(Date.parse(at))],
    ['Responsable', responsible],
    ['Versión del texto', version],
    ['Evento del registro', positionLabel(position)],
  ]
  return (
    <>
      <blockquote dir="auto" className="border-l-2 border-line-strong pl-4">
        {text}
      </blockquote>
      <dl className="grid gap-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-small text-ink-3">{name}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        kind="primary"
        className="justify-self-start print:hidden"
        icon={<Printer aria-hidden="true" size={17} />}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
    </>
  )
}
