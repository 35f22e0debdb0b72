/** Anybody can have a mailbox here: no organisation may admit such a domain. */
const PROVIDERS = new Set(
  `aol.com att.net bellsouth.net bluewin.ch btinternet.com charter.net comcast.net cox.net daum.net duck.com earthlink.net
  email.com fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com googlemail.com gmx.at gmx.ch gmx.com gmx.de
  gmx.net hanmail.net hey.com hotmail.com hushmail.com icloud.com inbox.com inbox.ru kakao.com laposte.net libero.it list.ru
  live.com mac.com mail.com mail.de mail.ru mailbox.org mailfence.com mailinator.com me.com msn.com naver.com o2.pl
  onet.pl orange.fr outlook.com pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru
  rediffmail.com rocketmail.com runbox.com sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sohu.com t-online.de
  tuta.com tuta.io tutamail.com tutanota.com tutanota.de uol.com.br ukr.net verizon.net virgilio.it wanadoo.fr web.de wp.pl
  yandex.com yandex.ru yeah.net ymail.com zoho.com zohomail.com 126.com 139.com 163.com abv.bg bigpond.com btopenworld.com
  centrum.cz guerrillamail.com hushmail.me interia.pl ntlworld.com optonline.net temp-mail.org trashmail.com 10minutemail.com
  yopmail.com sharklasers.com tiscali.it alice.it arcor.de bol.com.br terra.com.br bk.ru`
    .split(/\s+/)
    .filter(Boolean),
);
/** Domains in many countries: `yahoo.de`, `hotmail.co.uk`. */
const FAMILIES =
  /^(?:[a-z0-9-]+\.)*(?:yahoo|hotmail|outlook|live|gmx|aol|yandex|icloud|googlemail)\.(?:[a-z]{2,3})(?:\.[a-z]{2})?$/;

export const isFreeMail = (domain: string): boolean => PROVIDERS.has(domain) || FAMILIES.test(domain);
