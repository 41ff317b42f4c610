import type { ReactNode } from 'react'
import { Icon } from '../view/Icon.tsx'
import { FORM_TEXTS, type VisitorForm } from './form-texts.ts'

export interface DialogNames {
  /** As people call them. */
  readonly owner: string
  /** The owner in full, responsible for what is left. */
  readonly responsible: string
}

interface Props {
  readonly form: VisitorForm
  readonly owner: string
  readonly children: ReactNode
}

/** Controlled by browser/dialog.ts, which finds its parts by these attributes. */
export function Dialog({ form, owner, children }: Props) {
  const { title, lead } = FORM_TEXTS[form]
  return (
    <dialog aria-labelledby={`${form}-title`} data-dialog={form}>
      <button type="button" className="close" aria-label="Cerrar" data-part="close">
        <Icon name="close" size={22} />
      </button>
      <form noValidate data-part="form">
        <h2 id={`${form}-title`}>{title}</h2>
        <p className="lead">{lead(owner)}</p>
        {children}
      </form>
      <output className="thanks" data-part="thanks" />
    </dialog>
  )
}
