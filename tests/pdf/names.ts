const list = (names: string): string[] => names.split(',').map((name) => name.trim())

/**
 * Names of visitors from twelve countries, in their own scripts too: names from before the rule of passports
 * (`contract/rules/passportName.ts`) stay as they are.
 */
export const NAMES: Record<string, string[]> = {
  Korea: list(
    '김민준, 이서연, 박도윤, 최지우, 정하은, 강시우, 조윤서, 윤채원, 장예준, 임수아, 똠방각하, 펲시민, 선우용녀, 남궁민수, 金喆洙, 朴珉奎, 崔禎雅',
  ),
  Japan: list(
    '髙橋直樹, 𠮷野家一, 渡邊明, 渡邉翔, 斎藤結衣, 齋藤陽菜, 山﨑蓮, 濵田湊, 伊藤さくら, 小林ひなた, 加藤大翔, 佐々木葵, 栁澤凛, 德永悠真, 国仲ゆい, ヤマダ タロウ, 五十嵐禰豆子',
  ),
  China: list(
    '陶喆, 朱镕基, 王伟, 李娜, 张敏, 刘洋, 陈静, 杨丽华, 赵磊, 黄艳, 周杰, 吴强, 徐堃, 孙琀, 马骏, 胡媛媛, 欧阳修文',
  ),
  Taiwan: list(
    '陳怡君, 林志豪, 黃淑芬, 張家瑜, 李雅婷, 王建宏, 吳宗翰, 劉佩珊, 蔡宜蓁, 楊承恩, 許芷瑄, 鄭詠晴, 謝孟儒, 郭彥廷, 洪郁婷, 邱品妤, 廖珮君',
  ),
  'Viet Nam': list(
    'Nguyễn Thị Ánh, Trần Đức Dũng, Lê Hoàng Yến, Phạm Quỳnh Như, Hoàng Văn Thắng, Phan Thị Hồng, Vũ Ngọc Ẩn, Võ Thị Sáu, Đặng Thuỳ Trâm, Bùi Xuân Phái, Đỗ Mỹ Linh, Hồ Ngọc Hà, Ngô Bảo Châu, Dương Thị Lý, Lý Nhã Kỳ, Ỷ Lan, Đinh Ngọc Diệp',
  ),
  Poland: list(
    'Łukasz Wałęsa, Małgorzata Źródło, Michał Żółkiewski, Agnieszka Dąbrowska, Paweł Wójcik, Krzysztof Kieślowski, Ewa Zając, Wojciech Śliwa, Stanisław Ćwik, Żaneta Gęś, Józef Krół, Bożena Świąt, Grażyna Łoś, Błażej Pająk, Zdzisława Mącznik, Łucja Ńec, Jędrzej Śniadecki',
  ),
  Czechia: list(
    'Šárka Nováková, Jiří Dvořák, Ondřej Černý, Růžena Svobodová, Tomáš Procházka, Zdeněk Kučera, Lukáš Veselý, Kateřina Horáková, Věra Němcová, Ľubomír Pokorný, Radek Ťapka, Žofie Růžičková, Matěj Šťastný, Alžběta Ďurišová, Řehoř Ň, Přemysl Hájek, Bohumil Ďoubal',
  ),
  Türkiye: list(
    'Ayşe Yılmaz, Işıl Çelik, İbrahim Öztürk, Çağla Şimşek, Gökçe Güneş, Oğuz Kaan, Şükrü Saraçoğlu, Ümit Özdağ, Ilgın Işık, İnci Ürgüp, Doğan Ateş, Tuğba Ağca, Nâzım Hikmet, Yiğit Çınar, Çiğdem Töre, Hüseyin Köroğlu, Barış Mançо',
  ),
  Germany: list(
    'Jürgen Groß, Änne Öztürk, Björn Müller, Käthe Schäfer, Günther Weiß, Sören Kühn, Jörg Böhm, Anaïs Lefèvre, Hélène Çağlar, François Noël, Zoë Baßler, Ömer Ülker, Ruß Straße, GROẞ, Øyvind Sørensen, Åsa Lindström, Þórður Ægisson',
  ),
  Spain: list(
    'José Muñoz, Íñigo Núñez, María Ángeles Peña, Begoña Ibáñez, Ramón y Cajal, Núria Gràcia, Àlex Llull, Lluïsa Brañas, Conceição Simões, João Guimarães, Inês Magalhães, Óscar Yáñez, Úrsula Güell, Adrià Col·lell, Xoán Ourense, Gonçalo Leitão, Ñuflo Chaves',
  ),
  Nigeria: list(
    'Ọlábísí Adékúnlé, Ẹ̀bùn Ọ̀ṣun, Ṣọlá Ọbáṣẹ́, Adébáyọ̀ Ṣóyínká, Ìyábọ̀ Ẹniọlá, Chiṅụa Achebe, Ọgọchukwu Nwaọgụ, Ńkẹ́m Ị̀kẹ́, Fọláṣadé Ẹ̀gbá, Ɓello Ɗanladi, Ƙasim Ɗantata, Ayọ̀délé Ṣàngó, Ọ̀rúnmìlà, Títílayọ̀ Ọdún, Ẹkúndayọ̀, Nneka Ụzọ, Ọ̀ṣọ́',
  ),
  Ukraine: list(
    'Олена Шевченко, Тарас Ґонта, Їжакевич Іван, Євген Щука, Наталія Кравчук, Андрій Мельник, Софія Яворівська, Юрій Дзюба, Ольга Кобилянська, Γιώργος Παπαδόπουλος, Ελένη Αγγελή, Νίκος Ψαρράς, Ŭladzimir Karatkievič, Ўладзімір Караткевіч, Ђорђе Петровић, Љубица Њежић, Џон Ћирић',
  ),
}
