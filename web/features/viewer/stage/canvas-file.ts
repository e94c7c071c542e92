/** A canvas as a file, PNG unless said; a browser that cannot write the type answers a PNG. Throws where it can write none. */
export function canvasFile(canvas: HTMLCanvasElement, type = 'image/png', quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`No ${type}`))), type, quality)
  })
}
