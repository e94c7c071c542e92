import type { ImagingNotice, ImagingProblem } from '#web/imaging/types.ts'

/** The one sentence that stands under every picture. */
export const notDiagnostic = 'No es un dispositivo de diagnóstico'

/** Stands over everything that is shown before a study's file is. */
export const previewFailed = {
  title: 'No se pudo cargar la vista previa.',
  description: 'Puedes cargar el estudio completo.',
}
/** A slice of a file that is not there yet. */
export const sampleWords = 'Corte de muestra'
/** The file of a study that is read in parts. */
export const loadingCut = {
  title: 'La carga se detuvo.',
  description: 'Lo que ya se cargó sigue aquí. Toca Reanudar.',
}
export const fileChanged = {
  title: 'El archivo de este estudio cambió.',
  description: 'Vuelve a abrirlo.',
}
export const savingWords = {
  on: {
    title: 'Ahorro de datos activado',
    description: 'Los estudios con vista previa solo se cargan completos cuando lo pides.',
  },
  off: { title: 'Ahorro de datos desactivado', description: 'Los estudios se cargan completos.' },
}
export const loadToMeasure = 'Carga el estudio completo para medir.'
export const previewWords = 'Vista previa, no diagnóstica'

/** The name of the pane in three dimensions. */
export const solidWords = '3D, no para medir'
export const solidFailed = 'Tu navegador no puede mostrar la vista 3D.'

/** Where lengths are in pixels. */
export const noScale =
  'El archivo no indica una escala confiable: las longitudes están en pixeles, no en milímetros.'

/** Why a file cannot be shown, and what may be done about it (docs/product/errors.md). */
export const problemWords: Record<ImagingProblem, { title: string; description: string }> = {
  cancelled: {
    title: 'Cancelaste la apertura',
    description: 'El archivo no se abrió. Puedes intentarlo otra vez o descargarlo.',
  },
  corrupt: {
    title: 'El archivo está dañado',
    description: 'Sus datos no se pueden interpretar. Pide a la clínica que lo suba de nuevo.',
  },
  deflate64: {
    title: 'El ZIP usa la compresión Deflate64',
    description:
      'Aquí no se puede abrir. Así comprime Windows los archivos de más de 2 GB: descarga el ZIP, descomprímelo y sube la carpeta.',
  },
  empty: {
    title: 'El archivo está vacío',
    description: 'No contiene ningún dato. Pide a la clínica que lo suba de nuevo.',
  },
  encrypted_zip: {
    title: 'El ZIP tiene contraseña',
    description: 'No se puede abrir aquí. Descarga el ZIP y ábrelo con su contraseña.',
  },
  no_pixels: {
    title: 'El archivo no contiene una imagen',
    description: 'Es un archivo DICOM válido, pero solo trae datos, sin imagen.',
  },
  no_heic_here: {
    title: 'Este navegador no muestra fotos HEIC',
    description:
      'El archivo está bien: así guarda sus fotos un iPhone. Pide que te la envíen como JPEG, o descárgala.',
  },
  no_tiff_here: {
    title: 'Este navegador no muestra imágenes TIFF',
    description: 'El archivo está bien. Descárgalo y ábrelo con tu programa de imagen.',
  },
  not_an_image: {
    title: 'El archivo no es una imagen',
    description:
      'Su contenido no es DICOM, STL, PLY, OBJ, PDF ni una foto (JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF o HEIC), aunque su nombre lo diga.',
  },
  not_loaded: {
    title: 'No se pudo cargar lo que abre este archivo',
    description: 'El archivo está bien. Revisa tu internet e inténtalo de nuevo.',
  },
  nothing_to_show: {
    title: 'No hay nada que mostrar',
    description: 'Ninguno de los archivos del estudio es una imagen, un modelo 3D o un documento.',
  },
  too_large: {
    title: 'El archivo es demasiado grande para este dispositivo',
    description: 'Descárgalo o ábrelo en una computadora con más memoria.',
  },
  truncated: {
    title: 'El archivo está incompleto',
    description:
      'Le falta una parte, quizá por una carga interrumpida. Pide a la clínica que lo suba de nuevo.',
  },
  unsupported_compression: {
    title: 'Este tipo de compresión no se puede mostrar',
    description: 'Descarga el archivo y ábrelo con tu programa de imagen.',
  },
  unsupported_pixels: {
    title: 'Este tipo de imagen no se puede mostrar',
    description: 'Descarga el archivo y ábrelo con tu programa de imagen.',
  },
}

/** What slices were put in order by, where they do not say where they lie. */
const orderWords = {
  location: 'ubicación de corte (Slice Location)',
  number: 'número',
  frame: 'número de cuadro',
  name: 'nombre de archivo',
} as const

/** What is true but less than one would expect, as a sentence beside the picture. */
export function noticeWords(notice: ImagingNotice): string {
  switch (notice.kind) {
    case 'reduced':
      return `Se muestra con menor resolución (1/${notice.factor}) por la memoria de este dispositivo.`
    case 'tilted':
      return `Los cortes se tomaron con el equipo inclinado ${notice.degrees.toFixed(1)}°: se enderezaron, la cabeza sigue inclinada.`
    case 'oblique':
      return `Los cortes están girados ${notice.degrees.toFixed(1)}° respecto al paciente: las vistas siguen a los cortes.`
    case 'uneven_spacing':
      return `La separación entre cortes no es uniforme (de ${notice.mm[0].toFixed(2)} a ${notice.mm[1].toFixed(2)} mm).`
    case 'missing_slices':
      return notice.count === 1 ? 'Falta 1 corte en la serie.' : `Faltan ${notice.count} cortes en la serie.`
    case 'damaged_slices':
      return notice.count === 1
        ? 'No se pudo leer 1 corte de la serie: se rellenó con los cortes vecinos.'
        : `No se pudieron leer ${notice.count} cortes de la serie: se rellenaron con los cortes vecinos.`
    case 'no_scale':
      return noScale
    case 'assumed_proportions':
      return 'Las proporciones de los planos reconstruidos pueden no ser las reales.'
    case 'assumed_order': {
      const assumed =
        notice.mm === undefined ? '' : `; se supuso una separación de ${notice.mm.toFixed(2)} mm`
      return `Se ordenó por ${orderWords[notice.by]}${assumed}. Arriba y abajo pueden estar al revés.`
    }
    case 'assumed_orientation':
      return 'El archivo no indica la orientación: se supuso la usual. Comprueba derecha e izquierda, arriba y abajo.'
    case 'no_positions':
      return 'Las imágenes no indican su posición: se muestran en el orden de su número, sin planos ni panorámica. Pide al centro de imagen los archivos DICOM con la posición de cada corte, o al menos su separación.'
    case 'mixed_acquisitions':
      return 'Hay varias imágenes en cada lugar y nada en los archivos distingue una toma de la otra: se muestran una por una, sin planos ni panorámica. Pide al centro de imagen cada toma en su propia serie.'
    case 'overlays':
      return 'El archivo trae anotaciones sobre la imagen que aquí no se muestran.'
    case 'shutter':
      return 'El archivo pide cubrir los bordes de la imagen: aquí se muestran completos.'
    case 'repeated_slices':
      return notice.count === 1
        ? 'Se omitió 1 corte repetido.'
        : `Se omitieron ${notice.count} cortes repetidos.`
    case 'left_out':
      return notice.count === 1
        ? 'Se omitió 1 archivo que no es parte del estudio.'
        : `Se omitieron ${notice.count} archivos que no son parte del estudio.`
  }
}
