import type { ReactNode } from 'react'
import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { REGISTRY } from '@app/contracts/registry.ts'
import { publicUrl } from '../../../app/public-url.ts'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { ScreenTitle } from '../../../ui/ScreenTitle.tsx'
import { minuteLabel, secondLabel, dateText } from '../../../ui/wording/exact-time.ts'

/** Where the log has the event, out of the lines of its proof (https://c2sp.org/tlog-proof). */
function placeIn({ proof }: Pick<Comprobante, 'proof'>) {
  const [head = '', checkpoint = ''] = proof.split('\n\n')
  const [, index = '', ...steps] = head.split('\n')
  const [, size = '', root = ''] = checkpoint.split('\n')
  const hex = Array.from(atob(root), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return { index: Number(index.slice('index '.length)), size: Number(size), root: hex, steps: steps.length }
}

/** The event rarely holds a name: then it is who typed the e-mail. */
function whoIn({ who: { name, email }, withdrawn }: Comprobante): {
  readonly before: string
  readonly name: string
} {
  if (name !== null) return { before: '', name }
  if (email !== null) return { before: 'Quien escribió ', name: email }
  return withdrawn?.how === 'erased'
    ? { before: 'Una persona cuyos datos se borraron', name: '' }
    : { before: 'Una persona cuyos datos no se muestran aquí', name: '' }
}

const HOW = { cancelled: 'Retirado', erased: 'Datos borrados' } as const

function withdrawalIn({ withdrawn, written_at }: Comprobante): string {
  if (withdrawn === null) return `Sin retirar al ${dateText(written_at)}`
  const { how, at } = withdrawn
  return at === null ? HOW[how] : `${HOW[how]} el ${secondLabel(Date.parse(at))}`
}

/** Two rows of four. */
const hashGroups = (hash: string): readonly string[] => hash.match(/.{8}/g) ?? []

const TITLE = 'Comprobante de consentimiento'
const KEPT_BACK =
  'El evento no va, porque identifica el navegador de la persona: va su huella, y qué texto nombra lo firma el registro.'
const figure = (number: number): string => number.toLocaleString('es-CL')
const siteName = (): string => publicUrl().replace(/^https?:\/\//, '')

export function ComprobanteSheet({ proof }: { readonly proof: Comprobante }) {
  const { consent } = proof
  const who = whoIn(proof)
  return (
    <main className="proof-sheet" id="contenido">
      <header className="proof-head">
        <Mark size={20} />
        <span>
          Comprobante {proof.number}
          <br />
          Emitido el <time dateTime={proof.written_at}>{minuteLabel(Date.parse(proof.written_at))}</time>
        </span>
      </header>
      <ScreenTitle text={TITLE} className="proof-title" />
      <p className="proof-who">
        <span>{who.before}</span>
        {who.name !== '' && <b dir="auto">{who.name}</b>}
        <span> aceptó este texto el </span>
        <b>
          <time dateTime={proof.accepted_at}>{secondLabel(Date.parse(proof.accepted_at))}</time>
        </b>
        <span>, hora de Santiago.</span>
      </p>
      <section className="proof-frame" aria-labelledby="proof-text">
        <h2 id="proof-text">El texto, palabra por palabra</h2>
        <blockquote>{consent.text}</blockquote>
        <dl>
          <dt>Versión</dt>
          <dd className="proof-mono">{consent.version}</dd>
          <dt>Huella SHA-256 del texto</dt>
          <dd className="proof-mono proof-hash">
            {hashGroups(consent.sha256).map((group, nth) => (
              // Two groups may be alike, and none moves.
              <span key={nth}>{group} </span>
            ))}
          </dd>
        </dl>
      </section>
      <Facts proof={proof} />
      <Place proof={proof} />
      <Scope isKeptBack={proof.leaf === null} />
      <footer className="proof-foot">
        <span>Si cambia una letra, la huella es otra.</span>
        <span>1 de 1</span>
      </footer>
    </main>
  )
}

function Fact({ name, value, more }: { name: string; value: string; more: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
        {more !== null && <small>{more}</small>}
      </dd>
    </div>
  )
}

function Facts({ proof }: { readonly proof: Comprobante }) {
  const { screen, responsible } = proof
  return (
    <dl className="proof-facts">
      <Fact
        name="Pantalla"
        value={screen.title}
        more={screen.card === null ? null : `Tarjeta de ${isolated(screen.card)}`}
      />
      <Fact
        name="Responsable"
        value={responsible.name}
        more={responsible.is_on_behalf ? `${PRODUCT.name} los guarda por su encargo.` : null}
      />
      <Fact
        name="Retiro"
        value={withdrawalIn(proof)}
        more={proof.withdrawn === null ? `Retíralo en ${siteName()}/mis-datos` : null}
      />
    </dl>
  )
}

function Place({ proof }: { readonly proof: Comprobante }) {
  const { index, size, root, steps } = placeIn(proof)
  return (
    <section className="proof-place" aria-labelledby="proof-place">
      <h2 id="proof-place">Lugar en el registro</h2>
      <dl>
        <dt>Evento</dt>
        <dd className="proof-mono">#{figure(index)}</dd>
        <dt>Tamaño del árbol</dt>
        <dd>
          <span className="proof-mono">{figure(size)}</span> eventos, sellado el{' '}
          <time dateTime={proof.sealed_at}>{secondLabel(Date.parse(proof.sealed_at))}</time>
        </dd>
        <dt>Raíz</dt>
        <dd className="proof-mono">
          {root.slice(0, 16)}…{root.slice(-8)}
        </dd>
        <dt>Prueba de inclusión</dt>
        <dd>
          <span>{steps === 1 ? '1 paso' : `${steps} pasos`}</span>, en el archivo JSON
        </dd>
        <dt>Cómo comprobarlo</dt>
        <dd>
          {siteName()}
          {REGISTRY.path}
        </dd>
      </dl>
    </section>
  )
}

/** @param isKeptBack the event has the id of a browser, which proves whose it is */
const Scope = ({ isKeptBack }: { readonly isKeptBack: boolean }) => (
  <section className="proof-scope" aria-label="Alcance">
    <div>
      <h2>Qué prueba</h2>
      <p>
        Que este texto, con cada letra, quedó aceptado en ese instante y que el registro no ha cambiado desde
        entonces.
      </p>
    </div>
    <div>
      <h2>Qué no prueba</h2>
      <p>
        <span>Que quien tocó la pantalla ese día tuviera acceso a ese correo.</span>
        <span>{isKeptBack && ` ${KEPT_BACK}`}</span>
      </p>
    </div>
  </section>
)
