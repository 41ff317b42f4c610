import type ExcelJS from 'exceljs'
import JSZip from 'jszip'

const DRAWINGS = /^xl\/drawings\/drawing\d+\.xml$/
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

function described(xml: string, alts: readonly string[]): string {
  let nth = 0
  return xml
    .replaceAll(/(<xdr:oneCellAnchor) editAs="\w+"/g, '$1')
    .replaceAll(/<xdr:cNvPr /g, (start) => `${start}descr="${escaped(alts[nth++] ?? '')}" `)
}

/**
 * Writes alternative texts, which exceljs does not support, and removes its `editAs`, which the schema forbids and
 * which makes strict readers drop pictures.
 */
export async function withDescribedPictures(
  file: ExcelJS.Buffer,
  alts: readonly string[],
): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(file)
  for (const drawing of zip.file(DRAWINGS))
    zip.file(drawing.name, described(await drawing.async('string'), alts))
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}
