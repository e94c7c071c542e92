/** Who signs a mail: the clinic. */
export type Signature = { name: string; phone: string }

/** A paragraph, or a link or code that stands on its own. A paragraph may name the address that it contains. */
export type Part =
  | string
  | { link: string; label: string }
  | { code: string }
  | { text: string; address: string }

export type Letter = { text: string; html: string }

/** A mail as plain text and as simple HTML with the same content, signed by the clinic. */
export function layOut(title: string, parts: readonly Part[], clinic: Signature): Letter {
  const signature = [clinic.name, clinic.phone]
  return {
    text: [...parts.map(asText), signature.join('\n')].join('\n\n').concat('\n'),
    html: `<!doctype html>
<html lang="es-MX">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em;margin:0 auto;padding:16px">
${parts.map(asHtml).join('\n')}
<p style="color:#555">${signature.map(escapeHtml).join('<br>')}</p>
</body>
</html>
`,
  }
}

function asText(part: Part): string {
  if (typeof part === 'string') return part
  if ('text' in part) return part.text
  return 'link' in part ? part.link : part.code
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  if ('text' in part) {
    const address = escapeHtml(part.address)
    return `<p style="overflow-wrap:break-word">${escapeHtml(part.text).replace(address, `<a href="${address}">${address}</a>`)}</p>`
  }
  if ('code' in part)
    return `<p style="font-size:28px;letter-spacing:4px"><strong>${escapeHtml(part.code)}</strong></p>`
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>
<p style="word-break:break-all">${escapeHtml(part.link)}</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
}
