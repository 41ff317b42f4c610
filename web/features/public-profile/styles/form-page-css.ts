/** A form of the public page as a page of its own; its fields look as in the dialogs. */
export const FORM_PAGE_CSS = `
h1 { margin-top: 12px }
.alone { padding: 20px 22px 40px }
.alone > a { align-self: flex-start; padding: 10px 0; margin-bottom: 12px; color: var(--p-accent); font-weight: 600; text-decoration: underline }
`
