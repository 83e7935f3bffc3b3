/** What people put around a question: greetings, requests, thanks. */

/** In front of a question, each up to where it begins. */
const OPENINGS: readonly RegExp[] = [
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear (?:all|team)|greetings)\b(?: there| all| team| bellwether| folks)?\s*[,.!–—-]*\s*/i,
  /^(?:sorry|apologies|forgive me|excuse me|pardon)(?: (?:if|for|to|that)\b[^,.;:]*)?[,.;:]? (?:but )?/i,
  /^(?:quick|one|another|short|small|simple|silly|random|serious)(?: quick| more| simple)?(?: (?:question|one|q|query|check|ask|thing))(?: for you| here)?\s*[,.:;–—-]*\s*/i,
  /^(?:(?:and |just )?(?:one|two|a couple|a few) (?:more|last|final|quick)(?: (?:things?|ones?|questions?))?|(?:the )?(?:last|next|final) (?:one|thing|question|up)|next|finally|lastly|another one)\s*(?:from me|for you)?\s*[,:;–—-]+\s*/i,
  /^(?:so|ok|okay|right|well|now|and|also|alright|um|hmm+|thanks|thank you|cheers|sorry|please|pls|btw|by the way|fyi|say|listen)\s*[,.:–—-]*\s+/i,
  /^(?:(?:can|could|would|will) (?:you|someone|anyone|anybody|u)(?: (?:please|kindly|possibly|maybe|quickly))?(?: (?:tell|show|give|let|help|remind|inform|advise|point|send|get|find|fetch|pull up|look up|check|say|clarify|confirm|explain to))(?: (?:me|us))?(?: (?:know|to|out|with|see|find|find out|understand))*)\s*[,:]?\s+/i,
  /^(?:(?:i|we)(?:'d| would| should)? (?:(?:very much|really|just|also|quite) )?(?:like|love|want|need|wish|have|be (?:curious|interested|keen|grateful|glad|happy))(?: (?:to|if you could|it if you could))?(?: (?:know|hear|see|find out|learn|understand|get|have|ask|check|tell me|figure out|be told))*)\s*[,:]?\s+/i,
  /^(?:(?:i|we)(?:'m| am|'re| are|'ve been| have been| was| were)? (?:just |also |currently |really )?(?:wondering|wonder|curious|trying to (?:find out|work out|figure out|understand|see|learn|establish|check)|interested|keen|asking|looking to (?:know|see|learn|understand))(?: (?:if you (?:can|could) tell me|to (?:know|see|hear|learn|find out)|about|in knowing|in))?)\s*[,:]?\s+/i,
  /^(?:please )?(?:tell|show|give|remind|inform|let)(?: (?:me|us))(?: (?:know|please|see))?\s*[,:]?\s+/i,
  /^(?:any|do you have any|got any|have you got any)(?: (?:idea|clue|insight|sense|information|info|data|details?))(?: (?:on|about|of|as to|into))?\s+/i,
  /^(?:do you (?:happen to )?know|would you (?:happen to )?know|can you say|would you say|do we know|is it known|is there any way to (?:know|see|tell)|what i (?:need|want|would like)(?: to know)? is|the question is|my question is|question)\s*[,:]?\s+/i,
  /^(?:is it|would it be|am i|are we) (?:fair|correct|true|right|accurate|safe|ok|okay|fine|reasonable) (?:to|in) (?:say|saying|write|writing|claim|claiming|state|stating|conclude|concluding|assume|assuming|think|thinking|report|reporting) (?:that )?(?=\S+ \S+ )/i,
  /^(?:return|output|print|fetch|resolve|look up|retrieve|report)(?: (?:me|us))?[:,]?\s+(?=\S+ \S+)/i,
  /^(?:according to (?:you|your data|the data|bellwether)|in your data|on your site|from your data|in your view|as far as you know|based on (?:your|the) data|looking at (?:your|the) data|per your (?:data|numbers))\s*,?\s+/i,
];

/** Behind a question. */
const CLOSINGS: readonly RegExp[] = [
  /[\s,.;–—-]+(?:please|pls|plz|thanks|thank you|thx|cheers|ta|many thanks|thanks a lot|thanks in advance|if you (?:can|could|don't mind|know|have it)|if possible|if at all|if any|for me|for us|asap|do you know|you think|would you say|according to (?:you|your data|the data|bellwether)|in your (?:universe|opinion|view|coverage)|on your (?:site|list|books|radar|watch)|by your (?:count|numbers|measure|reckoning)|as far as you (?:know|can tell|can see)|that you know of|(?:you have )?on file|for (?:a|an|my|our|the) (?:story|article|piece|report|memo|deck|newsletter|presentation|slide|meeting|call|pitch|ic))\s*[?.!]*$/i,
];

/** A question without what stands around it. */
export function withoutFrame(question: string): string {
  let text = question.trim();
  for (let before = ''; before !== text; ) {
    before = text;
    for (const pattern of [...OPENINGS, ...CLOSINGS]) {
      const rest = text.replace(pattern, '').trim();
      if (rest.split(/\s+/).length >= 2) text = rest;
    }
  }
  return text;
}
