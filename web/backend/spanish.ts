const english =
  /\b(the|violates|denied|relation|invalid|not|is|are|row|rows|duplicate|key|value|must|failed|error|unexpected|missing|user|password|token|request|for)\b/i
const spanish =
  /[áéíóúñ¿¡]|\b(el|la|los|las|un|una|de|del|que|no|para|por|con|sin|ya|es|son|tu|su|se|este|esta|al|en|entre|elige|escribe|debe|solo|doctor|espera|vuelve)\b/i

/**
 * True for a sentence that a person may read: our own rules answer in Spanish, while PostgreSQL, GoTrue and Storage
 * answer in English, and those are replaced by the words of their code.
 */
export function hasSpanishWords(message: string): boolean {
  return spanish.test(message) && !english.test(message)
}
