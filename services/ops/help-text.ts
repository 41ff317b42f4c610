export const HELP = `Uso: npm run ops -- ORDEN

  import access-log ARCHIVO --map MAPA.json [--source NOMBRE]
      Importa los toques, clics y descargas del registro de accesos de un servidor web (formato combined, con la
      dirección del visitante primero). Repetirlo no duplica nada. NOMBRE dice de qué servidor viene: sus visitantes
      se reconocen entre archivos del mismo nombre (si no se indica: access-log).
  parked list [VISTA]
  parked retry VISTA POSICIÓN|--all
  parked skip VISTA POSICIÓN --reason MOTIVO
      Muestra los eventos que una vista no pudo procesar, con su motivo, y los que los esperan; los intenta otra
      vez, en orden; u omite uno, y los que lo esperaban siguen. El motivo queda en el Historial: no escribas en
      él datos de personas. Termina en 1 si queda alguno apartado.
  verify
      Reconstruye cada vista desde cero y la compara fila por fila con la que está en uso.
  verify history [--head ARCHIVO]
      Comprueba cada evento del registro contra lo que se firmó, y nombra el primer bloque y el primer evento que
      difieren. Con una cabeza guardada fuera de aquí (la de /api/record/head o la del correo de cada día) prueba
      también que nadie lo escribió todo de nuevo. Termina en 0, en 1 si algo difiere, y en 2 si el ARCHIVO no es
      una cabeza de este registro.
  verify --all [--head ARCHIVO]
      Las dos comprobaciones.
  export log ARCHIVO
      Escribe todos los eventos (cifrados) con sus bloques y cabezas, que docs/check-log.mjs comprueba sin nosotros.
  record accept-restored
      Solo cuando el producto dice que el registro no continúa lo último que se firmó aquí, porque se restauró
      un respaldo anterior o se perdió la clave. Muestra qué difiere, pide confirmar, y la cadena sigue desde ahí.
  migrate
      Pone al día el esquema de la base de datos de DATABASE_URL con el usuario de DATABASE_OWNER_URL, que el
      producto mismo no necesita después.
  admin grant CORREO
  admin revoke CORREO
      Nombra administrador a una cuenta, o deja de serlo. El último administrador se queda.
  codes issue [--profiles N] [--count N]
      Crea códigos de activación (1) y los muestra, uno por línea. Cada uno activa una cuenta y le
      permite tener hasta N perfiles (1).
  erase CORREO [--yes]
      Borra para siempre todo lo que se guarda de ese correo: la cuenta, con sus perfiles, imágenes, los nombres de
      sus visitantes y los correos de quienes pidieron recordatorios; cotizaciones, recordatorios y lo que dejó en
      tarjetas. Muestra qué es y pide escribir el correo otra vez, salvo con --yes. Lo que un visitante dejó sin
      correo se borra en el panel, Solicitudes.
  rotate-key
      Envuelve de nuevo las llaves de todas las personas con una llave nueva y destruye la anterior: desde
      entonces ninguna copia de la base de datos abre lo borrado. Con el producto en marcha ocurre solo,
      a más tardar un día después de cada borrado.
  vault accept-loss
      Solo cuando el producto no se inicia porque la base de datos no tiene las llaves del registro de eventos,
      y ya no hay de dónde restaurarlas. Dice qué pasa con las personas que conoce el registro, pide
      confirmar, y deja el registro a nombre de esta base de datos.

Lee los mismos ajustes que npm start (DATA_DIR, DATABASE_URL, EVENT_STORE…) y funciona con el producto en marcha o cerrado.`
