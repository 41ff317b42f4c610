import { PRODUCT } from '@app/contracts/product.ts'

export const README = `Tus datos en ${PRODUCT.name}
${'='.repeat(14 + PRODUCT.name.length)}

Los archivos .json se abren con cualquier editor de texto, y los leen otros programas. Las fechas están en UTC.

cuenta.json        Tu nombre, tu correo, cómo entras y tus sesiones abiertas.
historial.json     Lo que pasó con tu cuenta: registro y consentimiento, activación, entradas, cambios.
perfiles/…/        Una carpeta por perfil:
  perfil.json        Sus textos, enlaces y colores, como están ahora.
  foto.webp, logo.webp, fondo.webp
                     Sus imágenes, en el tamaño más grande que guardamos.
  estadisticas.json  Sus cifras desde que existe.
  visitantes.json    Quienes te dijeron quiénes son.

Los visitantes te dieron sus datos a ti, para saber quiénes son: úsalos solo para eso, y bórralos si te lo piden.
No están las contraseñas ni las llaves, que nadie puede leer, ni los correos de quienes pidieron un recordatorio.

¿Algo no está bien o te falta? Escríbenos a ${PRODUCT.supportEmail}.
`
