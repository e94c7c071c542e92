/** What the station takes from machines (docs/product/machines.md), by SOP Class UID (PS3.4 B.5). */
const imageClasses = {
  computedRadiography: '1.2.840.10008.5.1.4.1.1.1',
  digitalXRay: '1.2.840.10008.5.1.4.1.1.1.1',
  digitalXRayForProcessing: '1.2.840.10008.5.1.4.1.1.1.1.1',
  intraoralXRay: '1.2.840.10008.5.1.4.1.1.1.3',
  intraoralXRayForProcessing: '1.2.840.10008.5.1.4.1.1.1.3.1',
  tomography: '1.2.840.10008.5.1.4.1.1.2',
  enhancedTomography: '1.2.840.10008.5.1.4.1.1.2.1',
  legacyEnhancedTomography: '1.2.840.10008.5.1.4.1.1.2.2',
  magneticResonance: '1.2.840.10008.5.1.4.1.1.4',
  enhancedMagneticResonance: '1.2.840.10008.5.1.4.1.1.4.1',
  legacyEnhancedMagneticResonance: '1.2.840.10008.5.1.4.1.1.4.4',
  craniofacialVolume: '1.2.840.10008.5.1.4.1.1.13.1.2',
  secondaryCapture: '1.2.840.10008.5.1.4.1.1.7',
  secondaryCaptureBits: '1.2.840.10008.5.1.4.1.1.7.1',
  secondaryCaptureBytes: '1.2.840.10008.5.1.4.1.1.7.2',
  secondaryCaptureWords: '1.2.840.10008.5.1.4.1.1.7.3',
  secondaryCaptureColor: '1.2.840.10008.5.1.4.1.1.7.4',
  endoscopicPhoto: '1.2.840.10008.5.1.4.1.1.77.1.1',
  microscopicPhoto: '1.2.840.10008.5.1.4.1.1.77.1.2',
  photo: '1.2.840.10008.5.1.4.1.1.77.1.4',
  pdf: '1.2.840.10008.5.1.4.1.1.104.1',
  stl: '1.2.840.10008.5.1.4.1.1.104.3',
} as const

const images: ReadonlySet<string> = new Set(Object.values(imageClasses))

export function isImageClass(uid: string): boolean {
  return images.has(uid)
}

/** Whether a text is a UID (PS3.5 9.1): numbers with dots, at most 64 signs. */
export function isUid(text: string): boolean {
  return text.length <= 64 && /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+$/.test(text)
}
