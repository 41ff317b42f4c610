import { Icon } from './Icon.tsx'

interface Props {
  readonly slug: string
  readonly token: string | undefined
  /** Some phones refuse it. */
  readonly hasPhoto: boolean
}

/** A plain link, so that it works without JavaScript. Above the links: a foot that stays would cover them. */
export function SaveContact({ slug, token, hasPhoto }: Props) {
  const address = `/api/profile/${encodeURIComponent(slug)}/vcf`
  const query = token === undefined ? '' : `?t=${encodeURIComponent(token)}`
  return (
    <div className="bar">
      <a className="save" id="guardar" href={address + query} data-save>
        <Icon name="save" size={21} stroke={2.2} />
        <Icon name="tick" size={21} stroke={2.4} />
        <span data-save-label>Guardar contacto</span>
      </a>
      {hasPhoto && (
        <p className="plain" hidden data-save-plain>
          ¿No se guarda? <a href={`${address}?foto=0`}>Descargar sin foto</a>
        </p>
      )}
      <output className="unseen" data-save-status />
    </div>
  )
}
