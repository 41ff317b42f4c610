/** What the visitor is told; the request's answer has it word for word. */
export const OBJECTED =
  'Listo. Tus visitas a esta tarjeta ya no se cuentan desde este navegador, que olvidó su identificador. Las de antes quedan en las cifras, sin decir de quién son.'
export const ERASED =
  'Listo. Borramos lo que dijiste de ti en este perfil y los recordatorios que pediste, y este navegador olvidó su identificador.'
