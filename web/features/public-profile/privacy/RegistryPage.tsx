import { PRODUCT } from '@app/contracts/product.ts'
import { REGISTRY, type RegistryContent } from '@app/contracts/registry.ts'
import { SitePage, type Given } from '../SitePage.tsx'
import { PoweredBy } from '../view/PoweredBy.tsx'
import { YourDataLink } from '../YourDataLink.tsx'

const LEAD = `Todo lo que pasa en ${PRODUCT.name} queda escrito, en orden, en un registro de eventos. A más tardar un minuto después de algo nuevo, el registro se sella: aquí está cómo comprobarlo.`

const PARTS = [
  {
    name: 'Qué prueba un sello',
    text: 'que ningún evento hasta ahí se cambió, se quitó ni se agregó después. No prueba que lo escrito sea cierto.',
  },
  {
    name: 'Qué no prueba por sí solo',
    text: 'que no falte el final: quien tuviera el registro y su clave podría escribirlo de nuevo. Por eso conviene guardar un sello fuera de aquí.',
  },
  {
    name: 'Qué se publica',
    text: 'solo sellos y huellas (SHA-256). Los eventos no se publican, y los datos personales están cifrados también en ellos: borrar a alguien no cambia ninguna huella.',
  },
  {
    name: 'Cómo comprobarlo',
    text: 'el registro es un árbol como el de RFC 6962, en el formato abierto c2sp.org/tlog-tiles. Programas de otros, como los de Go (golang.org/x/mod/sumdb), lo leen tal cual, con la clave de abajo.',
  },
] as const

const minute = new Intl.DateTimeFormat('es-CL', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})
/** `20-11-2026 14:05` */
const minuteText = (instant: string): string => minute.format(new Date(instant)).replace(',', '')

export function RegistryPage({ content, ...given }: Given & { readonly content: RegistryContent }) {
  const { vkey, vkeys, newest } = content
  const { publicUrl } = given
  const former = vkeys.filter((one) => one !== vkey)
  return (
    <SitePage {...given} title={`${REGISTRY.text} · ${PRODUCT.name}`} description={LEAD} path={REGISTRY.path}>
      <main className="told" id="contenido">
        <h1>{REGISTRY.text}</h1>
        <p className="lead">{LEAD}</p>
        <p>
          <span>
            {newest === undefined
              ? 'Todavía no hay un sello.'
              : `Sellado hasta el evento ${newest.size.toLocaleString('es-CL')}, el ${minuteText(newest.madeAt)}.`}
          </span>{' '}
          <a href={`${publicUrl}${REGISTRY.checkpointPath}`}>Ver el sello</a>
        </p>
        <dl>
          {PARTS.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          <Keys name="Clave pública" vkeys={[vkey]} />
          {former.length > 0 && <Keys name="Claves anteriores, que siguen valiendo" vkeys={former} />}
        </dl>
        <YourDataLink />
        <PoweredBy home={`${publicUrl}/`} />
      </main>
    </SitePage>
  )
}

function Keys({ name, vkeys }: { name: string; vkeys: readonly string[] }) {
  return (
    <div>
      <dt>{name}</dt>
      {vkeys.map((vkey) => (
        <dd key={vkey} style={{ overflowWrap: 'anywhere' }}>
          <code>{vkey}</code>
        </dd>
      ))}
    </div>
  )
}
