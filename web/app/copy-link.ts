import { copyText } from '../ui/copy-text.ts'

/** @returns what to tell whoever pressed */
export async function copyLink(slug: string): Promise<string> {
  const isCopied = await copyText(document, `${window.location.origin}/pages/${slug}`)
  return isCopied ? 'Enlace copiado' : 'Error al copiar el enlace'
}
