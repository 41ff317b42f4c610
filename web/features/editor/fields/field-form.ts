import type { DetailName } from '../saving/edits.ts'
import type { FieldFault } from './field-checks.ts'

/** The part of the form that a field's parts need. */
export interface FieldForm {
  readonly textOf: (name: DetailName) => string
  /** Once the field was left, or saving was tried. */
  readonly faultOf: (name: DetailName) => FieldFault | undefined
  readonly set: (name: DetailName, text: string) => void
  readonly onLeft: (name: DetailName) => void
  readonly isEdited: (name: DetailName) => boolean
  readonly focus: (name: DetailName) => void
}
